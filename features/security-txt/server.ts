import type { ServerFeature } from '../../extension-points.ts'
import { SECURITY_FILE, securityText } from './security-txt.ts'

/** Serves the file in which security researchers look for an e-mail address. */
export const securityTxt: ServerFeature = {
  generatedFiles: facts => ({ [SECURITY_FILE]: securityText(facts) }),
}
