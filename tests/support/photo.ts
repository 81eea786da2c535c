import sharp, { type Sharp } from 'sharp'

/** A photograph, as far as an encoder can tell: soft shapes and some noise. With another seed the build has not kept it. */
export function photo(width: number, height: number, seed = 0): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#24364f"/><stop offset="1" stop-color="#f2b48c"/></linearGradient>
    <filter id="hills"><feTurbulence baseFrequency=".004 .01" numOctaves="5" seed="${seed}"/>
    <feComposite in2="SourceGraphic" operator="arithmetic" k1=".4" k2=".1" k3=".7"/></filter>
    <rect width="100%" height="100%" fill="url(#sky)" filter="url(#hills)"/></svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}
