// The types of files that a page imports, from shared/files.d.ts. Nothing here runs; `npm run check` compiles it.

import { expectTypeOf } from 'vitest'
import type { ImageFile } from '../../shared/ui/picture.tsx'

type Default<Module extends { default: unknown }> = Module['default']
expectTypeOf<Default<typeof import('./any.jpg')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.jpeg')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.png')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.webp')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.avif')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.svg')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.mp4')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.webm')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.vtt')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.pdf')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.txt')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.module.css')>>().toEqualTypeOf<Readonly<Record<string, string>>>()

// Cameras and Windows write extensions in capitals.
expectTypeOf<Default<typeof import('./any.JPG')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.JPEG')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.PNG')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.WEBP')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.AVIF')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.SVG')>>().toEqualTypeOf<ImageFile>()
expectTypeOf<Default<typeof import('./any.MP4')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.WEBM')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.VTT')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.PDF')>>().toEqualTypeOf<string>()
expectTypeOf<Default<typeof import('./any.TXT')>>().toEqualTypeOf<string>()
