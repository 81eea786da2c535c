import type { CSSProperties } from 'react'

/** What `import team from './team.jpg'` is. The build makes it: scripts/media/pictures.ts. */
export interface ImageFile {
  /** The largest in the file's own format. */
  src: string
  /** The size of that one, in pixels. */
  width: number
  height: number
  /** All widths in the file's own format. An SVG has one for every width. */
  srcSet?: string
  /** All widths in AVIF. */
  avif?: string
}

interface Props {
  src: ImageFile
  /** What the picture says to somebody who cannot see it. Empty for mere decoration. */
  alt: string
  /** In CSS pixels, where it shall be shown smaller than it is. */
  width?: number
  /** How wide it is shown, where that is neither its own width nor the page's: https://developer.mozilla.org/docs/Web/API/HTMLImageElement/sizes */
  sizes?: string
  /** `eager` for what is to be seen without scrolling. */
  loading?: 'lazy' | 'eager'
  /** Those of the `<img>`. */
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** A picture in the width and format that suit the screen. As <picture>, because React turns a bare <img> into a preload. */
export function Picture({
  src: image,
  alt,
  width = image.width,
  sizes = `min(${width}px, 72rem, 100vw)`, // As --r-width of the tokens, which an attribute cannot read.
  loading = 'lazy',
  className,
  style,
}: Props) {
  const { src, srcSet, avif } = image
  // Browsers that know `auto` measure for themselves, but only what is lazy.
  const shown = loading === 'lazy' ? `auto, ${sizes}` : sizes
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={shown} />}
      <img
        src={src}
        srcSet={srcSet}
        sizes={srcSet && shown}
        alt={alt}
        width={width}
        height={Math.round((width / image.width) * image.height)}
        loading={loading}
        className={className}
        style={style}
      />
    </picture>
  )
}
