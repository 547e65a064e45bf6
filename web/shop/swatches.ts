import type { Product } from '#contract/shop/shop.ts';

export interface Swatch {
  value: string;
  picture?: string;
  /** A name of CSS. */
  colour?: string;
}

/** How an option's values are drawn: the first option's as pictures if each has its own, or as colours if all are; else as text. */
export function swatchesOf({ options, variants }: Product, at: number): Swatch[] {
  const values = options[at]?.values ?? [];
  const pictures = values.map(
    (value) => variants.find(({ options: each }) => each[at] === value)?.images[0] ?? '',
  );
  if (at === 0 && pictures.every(Boolean) && new Set(pictures).size === values.length)
    return values.map((value, nth) => ({ value, picture: pictures[nth] }));
  const colours = values.map((value) => value.toLowerCase().replaceAll(' ', ''));
  const areColours = colours.every((colour) => CSS_COLOURS.has(colour));
  return values.map((value, nth) => (areColours ? { value, colour: colours[nth] } : { value }));
}

/** www.w3.org/TR/css-color-4/#named-colors: the server can't ask a browser which it knows. */
const CSS_COLOURS = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
  burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
  darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred
  darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink
  deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold
  goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush
  lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey
  lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime
  limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen
  mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
  navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise
  palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
  saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow
  springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen`.split(
    /\s+/,
  ),
);
