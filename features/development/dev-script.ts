import { pathToFileURL } from 'node:url'
import { inlineScript } from '../../scripts/bundle/inline-scripts.ts'
import { root } from '../../scripts/lib/root.ts'

/** Bundles the inline script that shows edits and errors in a page of this build. */
export const devScript = (buildId: string) =>
  inlineScript('features/development/client/dev-client.ts', {
    BUILD_ID: JSON.stringify(buildId),
    ROOT: JSON.stringify(pathToFileURL(root).pathname),
  })
