import type { CSSProperties } from 'react'

/** The value of `import team from './team.jpg'`, which scripts/media/pictures.ts makes. */
export interface ImageFile {
  /** The URL of the largest width in the file's own format. */
  src: string
  /** Its size in pixels. */
  width: number
  height: number
  /** The `srcset` with all widths in the file's own format. An SVG has none: it fits every width. */
  srcSet?: string
  /** The `srcset` with all widths in AVIF. */
  avif?: string
}

interface Props {
  src: ImageFile
  /** The text for people who can't see the picture. Empty if it's decoration. */
  alt: string
  /** In CSS pixels, to show the picture smaller than its own size. */
  width?: number
  /**
   * The attribute `sizes`, if the picture is shown neither at its own width nor at the page's:
   * https://developer.mozilla.org/docs/Web/API/HTMLImageElement/sizes
   */
  sizes?: string
  /** `eager` if the picture is visible without scrolling. */
  loading?: 'lazy' | 'eager'
  /** Passed to the `<img>`, like `style`. */
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** Shows a picture in the width and format that suit the screen. It's a <picture>, because React preloads a bare <img>. */
export function Picture({
  src: image,
  alt,
  width = image.width,
  sizes = `min(${width}px, 72rem, 100vw)`, // 72rem is --r-width as shipped: an attribute can't read the token.
  loading = 'lazy',
  className,
  style,
}: Props) {
  const { src, srcSet, avif } = image
  // Browsers that support `auto` measure the picture themselves, but only if it's lazy.
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
