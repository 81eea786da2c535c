import { hydrate } from '../../client/hydrate.tsx'
import { components } from '../../shared/routes.tsx'
import { Ids, withIds, withThrow } from './ids.tsx'

const Throws = () => {
  throw new Error('on purpose')
}

// client/entry.ts with one page that shows ids, and one that fails.
hydrate({ ...components, [withIds]: Ids, [withThrow]: Throws })
