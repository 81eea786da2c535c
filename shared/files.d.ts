// What a page may import besides code: scripts/bundle/styles/imported-styles.ts and scripts/media/pictures.ts.

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

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
declare module '*.mp4' {
  const url: string
  export default url
}
declare module '*.webm' {
  const url: string
  export default url
}
declare module '*.vtt' {
  const url: string
  export default url
}
declare module '*.pdf' {
  const url: string
  export default url
}
