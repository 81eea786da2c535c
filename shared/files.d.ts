// What a page may import besides code: scripts/build/pictures.ts.

declare module '*.jpg' {
  const image: import('./ui/picture.tsx').ImageFile
  export default image
}
declare module '*.jpeg' {
  export { default } from '*.jpg'
}
declare module '*.png' {
  export { default } from '*.jpg'
}
declare module '*.webp' {
  export { default } from '*.jpg'
}
declare module '*.avif' {
  export { default } from '*.jpg'
}
declare module '*.svg' {
  export { default } from '*.jpg'
}
declare module '*.mp4' {
  const video: import('./ui/video.tsx').VideoFile
  export default video
}
declare module '*.webm' {
  export { default } from '*.mp4'
}
declare module '*.pdf' {
  const url: string
  export default url
}
