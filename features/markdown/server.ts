import { layouts } from '../../shared/site/markdown-layouts.ts'
import { createMarkdown } from './markdown.ts'

export const markdown = createMarkdown(layouts)
