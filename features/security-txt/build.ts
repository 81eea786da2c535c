import type { BuildFeature } from '../../extension-points.ts'
import { SECURITY_FILE } from './security-txt.ts'

export const securityTxt: BuildFeature = { fileNames: () => [SECURITY_FILE] }
