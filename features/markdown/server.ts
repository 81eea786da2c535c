import { layouts } from '../../shared/site/markdown-layouts.ts'
import { createMarkdown } from './markdown.tsx'

export const markdown = createMarkdown(layouts)
