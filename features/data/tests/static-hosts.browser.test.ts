// At whatever address a static host sends a page, it shows its data, also when Back has the browser ask for that.
import { stayOnHosts } from '../../../tests/browser/support/static-host-visit.ts'

stayOnHosts([{ at: '/stellen/tischlerin.html', path: '/stellen/tischlerin' }])
