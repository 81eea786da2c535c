import type { ServerFeature } from '../../joints.ts'
import { SECURITY_FILE, securityText } from './security-txt.ts'

/** The file in which security researchers look for an address to write to. */
export const securityTxt: ServerFeature = {
  generatedFiles: facts => ({ [SECURITY_FILE]: securityText(facts) }),
}
