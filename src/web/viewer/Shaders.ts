import { flags, rowLength } from "./States.ts"

/** Number of section planes in the shaders: six, and two for a storey. */
export const cutPlanes = 8
/** Number of lines drawn over the picture: five measured lines, each with its two ends, and the start of a new one. */
export const mostLines = 16

/** Alpha values of the picture, which encode what a pixel shows; 0 is nothing. */
const kinds = { ghost: "0.25", plain: "0.5", hovered: "0.75", selected: "1.0" }

const bit = (flag: number) => `(bits & ${flag}) != 0`

/**
 * Vertex shader of products. Positions are relative to the model's origin; the state comes from the texture. Shading is
 * flat: the normal of a face is that of its plane.
 */
export const productVertex = `
precision highp float;
precision highp int;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform mat4 modelMatrix;
uniform highp sampler2D states;
in vec3 position;
#ifdef INSTANCED
in vec4 line0;
in vec4 line1;
in vec4 line2;
uniform vec4 plain;
#else
in vec4 color;
#endif
in float product;
out vec3 seen;
out vec3 placed;
flat out vec4 paint;
flat out int flagged;
vec3 toLinear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
void main() {
  int row = int(product + 0.5);
  vec4 state = texelFetch(states, ivec2(row % ${rowLength}, row / ${rowLength}), 0);
  int bits = int(state.a * 255.0 + 0.5);
#ifdef INSTANCED
  vec4 local = vec4(position * modelMatrix[0][0], 1.0);
  vec3 place = vec3(dot(line0, local), dot(line1, local), dot(line2, local)) + modelMatrix[3].xyz;
  vec4 own = plain;
#else
  vec3 place = (modelMatrix * vec4(position, 1.0)).xyz;
  vec4 own = color;
#endif
  paint = ${bit(flags.tinted)} ? vec4(toLinear(state.rgb), own.a) : own;
  flagged = bits;
  placed = place;
  vec4 inView = viewMatrix * vec4(place, 1.0);
  seen = inView.xyz;
  gl_Position = ${bit(flags.hidden)} ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * inView;
}`

export const productFragment = `
precision highp float;
precision highp int;
uniform vec4 cuts[${cutPlanes}];
uniform int cutCount;
uniform vec3 accent;
uniform mat4 viewMatrix;
in vec3 seen;
in vec3 placed;
flat in vec4 paint;
flat in int flagged;
out vec4 light;
void main() {
  int bits = flagged;
  for (int i = 0; i < ${cutPlanes}; i++) {
    if (i >= cutCount) break;
    if (dot(cuts[i].xyz, placed) > cuts[i].w) discard;
  }
  bool isSelected = ${bit(flags.selected)};
  bool isHovered = ${bit(flags.hovered)};
  bool isGhost = ${bit(flags.ghost)} && !isSelected;
  if (isGhost && (int(gl_FragCoord.x) % 2 != 0 || int(gl_FragCoord.y) % 2 != 0)) discard;
#ifdef MASK
  if (!isSelected && !isHovered) discard;
  light = vec4(0.0, 0.0, 0.0, isSelected ? ${kinds.selected} : ${kinds.hovered});
#else
  vec3 face = normalize(cross(dFdx(seen), dFdy(seen)));
  if (dot(face, seen) > 0.0) face = -face;
  vec3 up = viewMatrix[1].xyz;
  vec3 sun = normalize(mat3(viewMatrix) * vec3(0.22, 0.9, 0.55));
  vec3 fill = normalize(mat3(viewMatrix) * vec3(-0.8, 0.25, -0.35));
  float sky = 0.5 + 0.5 * dot(face, up);
  float shade = 0.26 + 0.2 * sky + 0.6 * max(dot(face, sun), 0.0) + 0.14 * max(dot(face, fill), 0.0) + 0.06 * abs(face.z);
  vec3 base = paint.rgb;
  // Black things have shape as well.
  base = mix(base, vec3(0.5), 0.06);
  if (isGhost) base = vec3(dot(base, vec3(0.2, 0.7, 0.1)) * 0.4 + 0.3);
  if (isSelected) base = mix(base, accent, 0.72);
  else if (isHovered) base = mix(base, accent, 0.22);
  vec3 shown = base * shade;
  // A closed body that is cut shows its inside, which is painted as if it were solid.
  if (cutCount > 0 && !gl_FrontFacing && !isSelected) shown = mix(base, vec3(0.16), 0.45);
  vec3 encoded = mix(shown * 12.92, 1.055 * pow(max(shown, vec3(1e-5)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, shown));
#ifdef GLASS
  light = vec4(encoded, isSelected ? max(paint.a, 0.6) : paint.a);
#else
  light = vec4(encoded, isGhost ? ${kinds.ghost} : isSelected ? ${kinds.selected} : isHovered ? ${kinds.hovered} : ${kinds.plain});
#endif
#endif
}`

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

/**
 * Fragment shader that shows the picture with edges, the outline of the selection, and measured lines. Depth changes
 * evenly along a plane; an edge is where it does not: two planes meet there, or one ends.
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
uniform vec4 lines[${mostLines}];
uniform int lineCount;
out vec4 light;
float raw(ivec2 at) { return texelFetch(depths, clamp(at, ivec2(0), ivec2(size) - 1), 0).r; }
float kind(ivec2 at) { return texelFetch(picture, clamp(at, ivec2(0), ivec2(size) - 1), 0).a; }
float toSegment(vec2 p, vec2 a, vec2 b) {
  vec2 side = b - a;
  float part = clamp(dot(p - a, side) / max(dot(side, side), 1e-6), 0.0, 1.0);
  return length(p - a - side * part);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 here = texelFetch(picture, at, 0);
  vec3 shown = here.rgb;
  if (edges > 0.0) {
    float c = raw(at);
    vec4 around = vec4(raw(at + ivec2(1, 0)), raw(at - ivec2(1, 0)), raw(at + ivec2(0, 1)), raw(at - ivec2(0, 1)));
    float least = min(min(kind(at + ivec2(1, 0)), kind(at - ivec2(1, 0))), min(kind(at + ivec2(0, 1)), kind(at - ivec2(0, 1))));
    bool isFaint = here.a > 0.1 && here.a < 0.4;
    if (c < 1.0 && !isFaint && !(least > 0.1 && least < 0.4)) {
      // 1 / distance of depth: 1 / near − depth · (1 / near − 1 / far).
      float slope = 1.0 / range.x - 1.0 / range.y;
      float nearness = 1.0 / range.x - c * slope;
      vec2 bend = abs(vec2(around.x + around.y - 2.0 * c, around.z + around.w - 2.0 * c)) * slope;
      float found = max(bend.x, bend.y) / (nearness * pixel);
      shown = mix(shown, shown * 0.22, smoothstep(0.35, 2.2, found) * edges * (least < 0.1 ? 0.85 : 0.6));
    }
  }
  float own = here.a > 0.9 ? 1.0 : 0.0;
  float near = 0.0;
  float wide = 0.0;
  if (isOutlined) for (int x = -3; x <= 3; x++) for (int y = -3; y <= 3; y++) {
    float reach = float(x * x + y * y);
    if (reach > 10.0) continue;
    float one = kind(at + ivec2(x, y)) > 0.9 ? 1.0 : 0.0;
    if (reach <= 4.5) near = max(near, one);
    wide = max(wide, one);
  }
  if (isOutlined && own < 0.5) shown = near > 0.5 ? outline : wide > 0.5 ? mix(shown, halo, 0.7) : shown;
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
