import { execFileSync } from 'node:child_process'

interface Component {
  name: string
  'bom-ref': string
  properties?: { name: string; value: string }[]
}

/** What `npm sbom` says, without what is only there for development. npm's own --omit=dev also leaves React out. */
const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 26,
  }),
)
const forDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development')
const dropped = new Set((bill.components as Component[]).filter(forDevelopment).map(part => part['bom-ref']))

bill.components = (bill.components as Component[]).filter(part => !dropped.has(part['bom-ref']))
bill.dependencies = (bill.dependencies as { ref: string; dependsOn: string[] }[])
  .filter(({ ref }) => !dropped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(part => !dropped.has(part)) }))
console.log(JSON.stringify(bill, null, 2))
