// npm run memory [-- SECONDS [PREFIX…]]: what each load does to a server, as a table. Linux only. With a prefix the server
// runs under it, as under `systemd-run --scope -p MemoryMax=512M`.

import { LOADS, putUnderLoad } from '../support/memory.ts'
import { buildMemorySite } from '../support/memory-site.ts'

const [seconds = '60', ...prefix] = process.argv.slice(2)
const folder = await buildMemorySite()
for (const load of LOADS) console.table([await putUnderLoad(folder, load, Number(seconds), prefix)])
