import { flags, rowLength } from "../States.ts"

/** Number of section planes in the shaders: twelve, and two for a storey. */
export const cutPlanes = 14

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
  bool isAway = ${bit(flags.hidden)};
#ifdef THROUGH
  isAway = isAway || !(${bit(flags.selected)});
#endif
  gl_Position = isAway ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * inView;
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
  // A warm sun, a cool sky, and a little light from where the eye is.
  vec3 shade = vec3(0.28 + 0.06 * abs(face.z))
    + vec3(0.2, 0.215, 0.235) * sky
    + vec3(0.6, 0.57, 0.52) * max(dot(face, sun), 0.0)
    + vec3(0.13, 0.14, 0.155) * max(dot(face, fill), 0.0);
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
