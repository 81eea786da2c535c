import { redirectOf } from '../shared/pages.ts'
import { hydrate } from './hydrate.tsx'

const { pathname, search, hash } = location
const target = redirectOf(pathname)

// Our server redirects these paths. A static host that cannot has sent 404.html.
if (target) location.replace(target + search + hash)
else hydrate()
