import { company } from '../company.ts'
import type { ImageFile } from './picture.tsx'

/** What `import tour from './tour.mp4'` is. The build makes it: scripts/build/pictures.ts. */
export interface VideoFile {
  src: string
  /** In pixels. */
  width: number
  height: number
  /** The captions: the file of the same name that ends in .vtt. */
  captions?: string
}

interface Props {
  src: VideoFile
  /** What the video shows. */
  label: string
  /** A picture for as long as the video is not played. */
  poster?: ImageFile
}

/** A video of the site's own. It costs a visitor nothing until it is played. */
export const Video = ({ src: { src, width, height, captions }, label, poster }: Props) => (
  // biome-ignore lint/a11y/useMediaCaption: the build warns of a video without captions.
  <video
    src={src}
    controls
    preload="none"
    playsInline
    width={width}
    height={height}
    aria-label={label}
    poster={poster?.src}
  >
    {captions && <track kind="captions" src={captions} srcLang={company.lang} default />}
  </video>
)
