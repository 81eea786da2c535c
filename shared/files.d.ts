// What a page may import besides code: scripts/build/pictures.ts.

declare module '*.jpg' {
  const image: import('./ui/picture.tsx').ImageFile
  export default image
}
declare module '*.jpeg' {
  const image: import('./ui/picture.tsx').ImageFile
  export default image
}
declare module '*.png' {
  const image: import('./ui/picture.tsx').ImageFile
  export default image
}
declare module '*.webp' {
  const image: import('./ui/picture.tsx').ImageFile
  export default image
}
declare module '*.avif' {
  const image: import('./ui/picture.tsx').ImageFile
  export default image
}
declare module '*.svg' {
  const image: import('./ui/picture.tsx').ImageFile
  export default image
}
declare module '*.pdf' {
  const url: string
  export default url
}
declare module '*.mp4' {
  const video: import('./ui/video.tsx').VideoFile
  export default video
}
declare module '*.webm' {
  const video: import('./ui/video.tsx').VideoFile
  export default video
}
