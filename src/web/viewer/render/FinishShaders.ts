/** Number of lines drawn over the picture: five measured lines, each with its two ends, and the start of a new one. */
export const mostLines = 16

export const finishVertex = `
precision highp float;
in vec3 position;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`

/** Fragment shader of the background, a vertical gradient. */
export const groundFragment = `
precision highp float;
uniform vec2 size;
uniform vec3 top;
uniform vec3 bottom;
out vec4 light;
void main() { light = vec4(mix(bottom, top, smoothstep(0.0, 1.0, gl_FragCoord.y / size.y)), 0.0); }`

/** Number of neighbours from which the light that reaches a place is estimated. */
const samples = 12

/**
 * Fragment shader that estimates how much light reaches the places of a picture, at half its size: corners and gaps are
 * darker. The neighbours of a place that stand in front of its plane take light away.
 *
 * Source: McGuire et al., The Alchemy Screen-Space Ambient Obscurance Algorithm, 2011.
 */
export const shadeFragment = `
precision highp float;
uniform highp sampler2D depths;
uniform vec2 size;
uniform float pixel;
uniform vec2 range;
out vec4 light;
float away(ivec2 at) {
  float depth = texelFetch(depths, clamp(at, ivec2(0), ivec2(size) - 1), 0).r;
  return 1.0 / (1.0 / range.x - depth * (1.0 / range.x - 1.0 / range.y));
}
vec3 place(ivec2 at) {
  float z = away(at);
  return vec3((vec2(at) + 0.5 - 0.5 * size) * pixel * z, -z);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) * 2;
  light = vec4(1.0);
  if (texelFetch(depths, min(at, ivec2(size) - 1), 0).r >= 1.0) return;
  vec3 here = place(at);
  vec3 right = place(at + ivec2(1, 0)) - here;
  vec3 left = here - place(at - ivec2(1, 0));
  vec3 up = place(at + ivec2(0, 1)) - here;
  vec3 down = here - place(at - ivec2(0, 1));
  vec3 face = normalize(cross(abs(right.z) < abs(left.z) ? right : left, abs(up.z) < abs(down.z) ? up : down));
  float scale = pixel * -here.z;
  // Half a metre, but neither too small to be seen nor too large to be quick.
  float radius = clamp(0.5 / scale, 8.0, 40.0);
  float reach = radius * scale;
  float turn = float((int(gl_FragCoord.x) & 3) + 4 * (int(gl_FragCoord.y) & 3)) * 0.3927;
  float taken = 0.0;
  for (int i = 0; i < ${samples}; i++) {
    float angle = turn + float(i) * 2.39996;
    vec3 to = place(at + ivec2(radius * sqrt((float(i) + 0.5) / ${samples}.0) * vec2(cos(angle), sin(angle)))) - here;
    float far = length(to);
    taken += max(0.0, dot(to, face) / max(far, 1e-6) - 0.12) * max(0.0, 1.0 - far / (1.4 * reach));
  }
  light = vec4(clamp(1.0 - 2.6 * taken / ${samples}.0, 0.35, 1.0));
}`

/**
 * Fragment shader that smooths stairs along edges.
 *
 * Source: Timothy Lottes, FXAA, NVIDIA, 2009.
 */
export const smoothFragment = `
precision highp float;
uniform sampler2D picture;
uniform vec2 size;
out vec4 light;
float luma(vec3 color) { return dot(color, vec3(0.299, 0.587, 0.114)); }
void main() {
  vec2 one = 1.0 / size;
  vec2 at = gl_FragCoord.xy * one;
  float here = luma(texture(picture, at).rgb);
  float nw = luma(texture(picture, at + vec2(-1.0, 1.0) * one).rgb);
  float ne = luma(texture(picture, at + one).rgb);
  float sw = luma(texture(picture, at - one).rgb);
  float se = luma(texture(picture, at + vec2(1.0, -1.0) * one).rgb);
  float least = min(here, min(min(nw, ne), min(sw, se)));
  float most = max(here, max(max(nw, ne), max(sw, se)));
  vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
  float flatness = max((nw + ne + sw + se) * 0.03125, 0.0078125);
  along = clamp(along / (min(abs(along.x), abs(along.y)) + flatness), -8.0, 8.0) * one;
  vec3 inner = 0.5 * (texture(picture, at - along / 6.0).rgb + texture(picture, at + along / 6.0).rgb);
  vec3 outer = 0.5 * inner + 0.25 * (texture(picture, at - 0.5 * along).rgb + texture(picture, at + 0.5 * along).rgb);
  float found = luma(outer);
  light = vec4(found < least || found > most ? inner : outer, 1.0);
}`

/**
 * Fragment shader that shows the picture with edges, the outline of the selection, also where it is behind something,
 * and measured lines. Depth changes evenly along a plane; an edge is where it does not: two planes meet there, or one
 * ends. Where one ends, the edge is drawn on the nearer side only, so that it is thin.
 */
export const finishFragment = `
precision highp float;
uniform sampler2D picture;
uniform highp sampler2D depths;
uniform vec2 size;
uniform vec3 outline;
uniform vec3 halo;
uniform float edges;
uniform float coarse;
uniform bool isOutlined;
uniform float pixel;
uniform vec2 range;
uniform sampler2D through;
uniform sampler2D shades;
uniform bool isShaded;
uniform vec4 lines[${mostLines}];
uniform int lineCount;
out vec4 light;
float raw(ivec2 at) { return texelFetch(depths, clamp(at, ivec2(0), ivec2(size) - 1), 0).r; }
float kind(ivec2 at) { return texelFetch(picture, clamp(at, ivec2(0), ivec2(size) - 1), 0).a; }
float chosen(ivec2 at) { return texelFetch(through, clamp(at, ivec2(0), ivec2(size) - 1), 0).a; }
float toSegment(vec2 p, vec2 a, vec2 b) {
  vec2 side = b - a;
  float part = clamp(dot(p - a, side) / max(dot(side, side), 1e-6), 0.0, 1.0);
  return length(p - a - side * part);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 here = texelFetch(picture, at, 0);
  vec3 shown = here.rgb;
  bool isSolid = here.a > 0.4;
  if (isShaded && isSolid) {
    // The pattern of the estimate repeats every four pixels; its average has no pattern.
    vec2 middle = 0.5 * gl_FragCoord.xy;
    vec2 last = vec2(textureSize(shades, 0));
    float shade = 0.25 * (texture(shades, (middle + vec2(-1.0, -1.0)) / last).r + texture(shades, (middle + vec2(1.0, -1.0)) / last).r
      + texture(shades, (middle + vec2(-1.0, 1.0)) / last).r + texture(shades, (middle + vec2(1.0, 1.0)) / last).r);
    shown *= shade;
  }
  if (edges > 0.0) {
    float c = raw(at);
    vec4 around = vec4(raw(at + ivec2(1, 0)), raw(at - ivec2(1, 0)), raw(at + ivec2(0, 1)), raw(at - ivec2(0, 1)));
    float least = min(min(kind(at + ivec2(1, 0)), kind(at - ivec2(1, 0))), min(kind(at + ivec2(0, 1)), kind(at - ivec2(0, 1))));
    bool isFaint = here.a > 0.1 && here.a < 0.4;
    if (c < 1.0 && !isFaint && !(least > 0.1 && least < 0.4)) {
      // 1 / distance of depth: 1 / near − depth · (1 / near − 1 / far).
      float slope = 1.0 / range.x - 1.0 / range.y;
      float nearness = 1.0 / range.x - c * slope;
      // Positive where the neighbours are farther away: at outer corners, and on the nearer side of an end.
      vec2 bend = vec2(around.x + around.y - 2.0 * c, around.z + around.w - 2.0 * c) * slope;
      vec2 inner = abs(min(bend, 0.0));
      float limit = 40.0 * nearness * pixel;
      // On the farther side of an end the bend is negative and large.
      inner *= vec2(lessThan(inner, vec2(limit)));
      float found = max(max(bend.x, bend.y), max(inner.x, inner.y)) / (nearness * pixel);
      shown = mix(shown, shown * 0.25, smoothstep(0.4, 2.6, found) * edges * (least < 0.1 ? 0.8 : 0.5));
    }
  }
  if (isOutlined) {
    float near = 0.0;
    float wide = 0.0;
    for (int x = -3; x <= 3; x++) for (int y = -3; y <= 3; y++) {
      float reach = float(x * x + y * y);
      if (reach > 10.0) continue;
      float one = chosen(at + ivec2(x, y)) > 0.9 ? 1.0 : 0.0;
      if (reach <= 4.5) near = max(near, one);
      wide = max(wide, one);
    }
    if (chosen(at) < 0.5) shown = near > 0.5 ? outline : wide > 0.5 ? mix(shown, halo, 0.7) : shown;
    // Selected products behind others shine through them, in stripes.
    else if (here.a < 0.9) shown = mix(shown, outline, (at.x + at.y) % 8 < 4 ? 0.5 : 0.28);
  }
  for (int i = 0; i < ${mostLines}; i++) {
    if (i >= lineCount) break;
    float away = toSegment(gl_FragCoord.xy, lines[i].xy, lines[i].zw);
    bool isPoint = lines[i].xy == lines[i].zw;
    float radius = (isPoint ? 4.5 : 1.4) / coarse;
    shown = mix(shown, halo, 1.0 - smoothstep(radius + 1.0 / coarse, radius + 2.0 / coarse, away));
    shown = mix(shown, outline, 1.0 - smoothstep(radius - 0.5, radius + 0.5, away));
  }
  light = vec4(shown, 1.0);
}`
