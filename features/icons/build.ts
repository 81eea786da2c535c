import type { BuildFeature } from '../../extension-points.ts'
import { readMark } from '../../scripts/media/mark.ts'
import { readTokens } from '../../scripts/media/tokens.ts'
import { drawIcons } from './draw.ts'
import { ICONS } from './names.ts'

export const icons: BuildFeature = {
  async publicFiles({ mark }) {
    const tokens = readTokens()
    return drawIcons(await readMark(mark, tokens), tokens)
  },
  embeddable: Object.values(ICONS),
}
