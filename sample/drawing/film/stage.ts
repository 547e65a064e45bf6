/** Draws a film in the browser's WebGL, frame by frame. */
import type { Film, Shot, Thing } from './film.ts';
import { linear } from './film.ts';
import type { Mat4 } from './matrix.ts';
import { identity, lookAt, mul, normal, ortho, perspective, plus } from './matrix.ts';
import { AFTER, programs } from './shaders.ts';

const SHADOW = 2048;
/** Frames are drawn a little smaller than they are shown: there is no graphics card. */
export const DETAIL = 0.75;

interface Program {
  use(): void;
  set(name: string, ...values: number[]): void;
  whole(name: string, value: number): void;
  matrix(name: string, value: Mat4): void;
}
interface Target {
  frame: WebGLFramebuffer;
  texture: WebGLTexture | null;
  width: number;
  height: number;
}

export function createStage(film: Film): { draw(t: number): Promise<Blob> } {
  const [width, height] = [film.width * DETAIL, film.height * DETAIL];
  const canvas = new OffscreenCanvas(width, height);
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  if (!gl) throw new Error('This browser has no WebGL 2.');
  gl.getExtension('EXT_color_buffer_float');
  gl.getExtension('EXT_color_buffer_half_float');
  gl.getExtension('OES_texture_float_linear');
  const tools = createTools(gl);
  const backdrop = tools.program(...programs(film, 0).sky);
  const made = new Map<string, Program>();
  const programOf = (what: 'thing' | 'shadow', kind: number): Program => {
    const key = `${what}${kind}`;
    const known = made.get(key) ?? tools.program(...programs(film, kind)[what]);
    made.set(key, known);
    return known;
  };
  const bright = tools.program(...AFTER.bright);
  const blur = tools.program(...AFTER.blur);
  const final = tools.program(...AFTER.final);
  const meshes = new Map(Object.entries(film.meshes()).map(([name, mesh]) => [name, tools.mesh(mesh)]));
  const flat = tools.mesh({
    positions: [-1, -1, 0, 3, -1, 0, -1, 3, 0],
    normals: Array(9).fill(0),
    uvs: Array(6).fill(0),
    indices: [0, 1, 2],
  });
  const shadow = tools.shadowMap();
  const many = tools.target(width, height, 4);
  const one = tools.target(width, height, 0);
  const small = [4, 4, 16, 16].map((k) => tools.target(Math.round(width / k), Math.round(height / k), 0));

  function common(p: Program, shot: Shot, t: number): void {
    p.use();
    p.set('uTime', t);
    tools.vectors(p, 'uK', shot.k ?? Array(16).fill(0));
    p.set('uSun', ...normal(shot.sun));
    p.set('uSunColour', ...shot.sunColour);
    p.set('uLook', shot.exposure ?? 1, shot.vignette ?? 0.5);
  }

  function drawThing(p: Program, item: Thing): void {
    p.matrix('uModel', item.at ?? identity());
    p.set('uPar', ...(item.par ?? [0, 0, 0, 0]));
    p.set('uSprite', item.sprite ?? 0);
    meshes.get(item.mesh)?.();
  }

  /** Every program is told once of what all things share. */
  function each(
    what: 'thing' | 'shadow',
    things: Thing[],
    begin: (p: Program) => void,
    paint: (p: Program, item: Thing) => void,
  ): void {
    const begun = new Set<Program>();
    for (const item of things) {
      const p = programOf(what, item.kind ?? 0);
      if (begun.has(p)) p.use();
      else begin(p);
      begun.add(p);
      paint(p, item);
    }
  }

  function shadows(shot: Shot, t: number): Mat4 {
    const [middle, size] = shot.shadow ?? [[0, 0, 0], 1];
    const sun = normal(shot.sun);
    const view = lookAt(plus(middle, sun, size * 4), middle);
    const projection = ortho(size, size * 0.5, size * 8);
    gl!.bindFramebuffer(gl!.FRAMEBUFFER, shadow.frame);
    gl!.viewport(0, 0, SHADOW, SHADOW);
    gl!.enable(gl!.DEPTH_TEST);
    gl!.clear(gl!.DEPTH_BUFFER_BIT);
    if (shot.shadow) {
      const begin = (p: Program) => {
        common(p, shot, t);
        p.matrix('uView', view);
        p.matrix('uProjection', projection);
      };
      each(
        'shadow',
        shot.things.filter((item) => !item.noShadow && !item.blend),
        begin,
        drawThing,
      );
    }
    return mul(projection, view);
  }

  function world(shot: Shot, t: number, target: Target, cast: Mat4): void {
    const { eye } = shot;
    const view = lookAt(eye, shot.at, shot.roll);
    const projection = perspective(shot.fov, width / height, shot.near ?? 0.1, shot.far ?? 400);
    gl!.bindFramebuffer(gl!.FRAMEBUFFER, target.frame);
    gl!.viewport(0, 0, target.width, target.height);
    gl!.clear(gl!.DEPTH_BUFFER_BIT | gl!.COLOR_BUFFER_BIT);
    gl!.enable(gl!.DEPTH_TEST);
    const begin = (p: Program) => {
      common(p, shot, t);
      p.matrix('uView', view);
      p.matrix('uProjection', projection);
      p.matrix('uShadowMatrix', cast);
      p.set('uEye', ...eye);
      p.set('uGround', ...shot.ground);
      p.set('uAbove', ...shot.above);
      p.set('uFog', ...(shot.fog ?? [0, 0, 0, 0]));
      p.set('uSize', target.width, target.height);
      tools.bind(p, 'uShadow', 1, shadow.texture);
    };
    const paint = (p: Program, item: Thing) => {
      p.set('uColour', ...linear(item.colour ?? '#ffffff'));
      p.set('uGlow', ...(item.glow ?? [0, 0, 0]));
      p.set(
        'uMaterial',
        item.rough ?? 0.6,
        item.metal ?? 0,
        item.through ?? 0,
        (shot.shadow?.[1] ?? 0) * 0.002,
      );
      p.set('uOpacity', item.opacity ?? 1);
      drawThing(p, item);
    };
    each(
      'thing',
      shot.things.filter((item) => !item.blend),
      begin,
      paint,
    );
    common(backdrop, shot, t);
    backdrop.matrix('uBack', tools.inverse(mul(projection, view)));
    backdrop.set('uEye', ...eye);
    gl!.depthFunc(gl!.LEQUAL);
    flat();
    gl!.enable(gl!.BLEND);
    gl!.blendFunc(gl!.ONE, gl!.ONE_MINUS_SRC_ALPHA);
    gl!.depthMask(false);
    each(
      'thing',
      shot.things.filter((item) => item.blend),
      begin,
      paint,
    );
    gl!.depthMask(true);
    gl!.disable(gl!.BLEND);
    gl!.disable(gl!.DEPTH_TEST);
  }

  function pass(p: Program, from: Target, to: Target, step: [number, number]): void {
    gl!.bindFramebuffer(gl!.FRAMEBUFFER, to.frame);
    gl!.viewport(0, 0, to.width, to.height);
    p.use();
    tools.bind(p, 'uFrom', 0, from.texture);
    p.set('uStep', ...step);
    flat();
  }

  function draw(t: number): Promise<Blob> {
    const shot = film.shot(t, t / film.seconds);
    const cast = shadows(shot, t);
    world(shot, t, many, cast);
    gl!.bindFramebuffer(gl!.READ_FRAMEBUFFER, many.frame);
    gl!.bindFramebuffer(gl!.DRAW_FRAMEBUFFER, one.frame);
    gl!.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl!.COLOR_BUFFER_BIT, gl!.NEAREST);
    const [a, b, c, d] = small as [Target, Target, Target, Target];
    pass(bright, one, a, [1 / width, 1 / height]);
    pass(blur, a, b, [1 / a.width, 0]);
    pass(blur, b, a, [0, 1 / a.height]);
    pass(bright, a, c, [1 / a.width, 1 / a.height]);
    pass(blur, a, c, [1 / c.width, 0]);
    pass(blur, c, d, [0, 1 / c.height]);
    pass(blur, d, c, [2 / c.width, 0]);
    pass(blur, c, d, [0, 2 / c.height]);
    gl!.enable(gl!.BLEND);
    gl!.blendFunc(gl!.ONE, gl!.ONE);
    pass(blur, d, a, [1 / d.width, 0]);
    gl!.disable(gl!.BLEND);
    gl!.bindFramebuffer(gl!.FRAMEBUFFER, null);
    gl!.viewport(0, 0, width, height);
    final.use();
    tools.bind(final, 'uFrom', 0, one.texture);
    tools.bind(final, 'uNear', 1, a.texture);
    final.set('uBloom', shot.bloom ?? 0.5);
    flat();
    // raw pixels take longer to hand over than to draw
    return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.98 });
  }
  return { draw };
}

function createTools(gl: WebGL2RenderingContext) {
  function program(vertex: string, fragment: string): Program {
    const made = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
        throw new Error(
          `${gl.getShaderInfoLog(shader) ?? ''}\n${text
            .split('\n')
            .map((line, i) => `${i + 1}: ${line}`)
            .join('\n')}`,
        );
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS))
      throw new Error(gl.getProgramInfoLog(made) ?? 'not linked');
    const places = new Map<string, WebGLUniformLocation | null>();
    const place = (name: string) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(made, name));
      return places.get(name) ?? null;
    };
    return {
      use: () => gl.useProgram(made),
      set(name, ...v) {
        if (v.length === 1) gl.uniform1f(place(name), v[0]!);
        else if (v.length === 2) gl.uniform2fv(place(name), v);
        else if (v.length === 3) gl.uniform3fv(place(name), v);
        else gl.uniform4fv(place(name), v);
      },
      whole: (name, value) => gl.uniform1i(place(name), value),
      matrix: (name, value) => gl.uniformMatrix4fv(place(name), false, value),
    };
  }

  function mesh({
    positions,
    normals,
    uvs,
    indices,
  }: {
    positions: number[];
    normals: number[];
    uvs: number[];
    indices: number[];
  }): () => void {
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [i, [data, size]] of (
      [
        [positions, 3],
        [normals, 3],
        [uvs, 2],
      ] as const
    ).entries()) {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(data), gl.STATIC_DRAW);
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, size, gl.FLOAT, false, 0, 0);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(indices), gl.STATIC_DRAW);
    return () => {
      gl.bindVertexArray(array);
      gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0);
    };
  }

  function picture(width: number, height: number, format: number): WebGLTexture {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return texture;
  }

  /** With 4 samples and a depth buffer, with a depth buffer (1), or without (0). */
  function target(width: number, height: number, samples: number): Target {
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    let texture: WebGLTexture | null = null;
    const buffer = (format: number, place: number) => {
      const made = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, made);
      if (samples > 1) gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
      else gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, made);
    };
    if (samples > 1) buffer(gl.RGBA8, gl.COLOR_ATTACHMENT0);
    else {
      texture = picture(width, height, gl.RGBA8);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    }
    if (samples > 0) buffer(gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT);
    return { frame, texture, width, height };
  }

  function shadowMap(): { frame: WebGLFramebuffer; texture: WebGLTexture } {
    const frame = gl.createFramebuffer();
    const texture = picture(SHADOW, SHADOW, gl.DEPTH_COMPONENT24);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.enable(gl.DEPTH_TEST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
    return { frame, texture };
  }

  function bind(p: Program, name: string, unit: number, texture: WebGLTexture | null): void {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    p.whole(name, unit);
  }

  function vectors(p: Program, name: string, values: number[]): void {
    for (let i = 0; i < 4; i++) p.set(`${name}[${i}]`, ...[0, 1, 2, 3].map((k) => values[i * 4 + k] ?? 0));
  }

  const inverse = (m: Mat4): Mat4 => [...new DOMMatrix(m).inverse().toFloat64Array()];
  return { program, mesh, target, shadowMap, bind, vectors, inverse };
}
