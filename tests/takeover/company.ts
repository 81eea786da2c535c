// A company that makes the placeholder its own: what it edits, what it adds, and what it could do wrong.

type Edit = readonly [from: RegExp | string, to: string]

/** The files that it edits, each with its replacements. */
export const edits: Record<string, readonly Edit[]> = {
  'shared/company.ts': [
    [/name: '.*'/, "name: 'Müller & Söhne'"],
    [/tagline: '.*'/, "tagline: 'Maßgeschneiderte Warenwirtschaftslösungen'"],
    [
      /description:\s*'.*'/,
      "description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.'",
    ],
    [/email: '.*'/, "email: 'hallo@mueller-soehne.example'"],
    [/origin: '.*'/, "origin: 'https://mueller-soehne.example'"],
    [/lang: '.*'/, "lang: 'de'"],
    [/members: \{.*\}/, "members: { path: '/mitglieder', label: 'Mitglieder' }"],
    [/copy: '.*'/, "copy: 'Adresse kopieren'"],
    [/copied: '.*'/, "copied: 'Kopiert'"],
    [/skipLink: '.*'/, "skipLink: 'Zum Inhalt springen'"],
    [/menuButton: '.*'/, "menuButton: 'Menü'"],
    [/navigation: \{.*\}/, "navigation: { header: 'Hauptmenü', mobile: 'Handymenü', footer: 'Fußzeile' }"],
    ["label: 'Page not found'", "label: 'Seite nicht gefunden'"],
    ["titleOf('Page not found')", "titleOf('Seite nicht gefunden')"],
    ["'There is no page at this address.'", "'Unter dieser Adresse gibt es keine Seite.'"],
    ["label: 'Something went wrong'", "label: 'Etwas ging schief'"],
    ["titleOf('Something went wrong')", "titleOf('Etwas ging schief')"],
    [
      /'The page could not be shown.*'/,
      "'Die Seite konnte nicht angezeigt werden. Der Fehler liegt bei uns.'",
    ],
  ],
  'shared/pages.ts': [
    ["label: 'Home'", "label: 'Start'"],
    // About goes, and two other pages come.
    [
      /about: \{.*?\n {2}\},/s,
      `services: {
    path: '/leistungen',
    title: \`Leistungen | \${company.name}\`,
    description: 'Was wir tun, in welcher Reihenfolge, und was es kostet: von der Bestandsaufnahme bis zur Übergabe.',
    label: 'Leistungen',
    menus: { header: 2, footer: 1 },
    type: 'WebPage',
  },
  team: {
    path: '/ueber-uns/team',
    former: ['/about', '/team.php'],
    title: \`Team | \${company.name}\`,
    description: 'Drei Generationen, eine Werkstatt: wer bei Müller & Söhne Ihre Warenwirtschaft baut.',
    label: 'Team',
    menus: { header: 3 },
    type: 'AboutPage',
  },`,
    ],
    // Contact and Privacy move.
    ["path: '/contact'", "path: '/kontakt',\n    former: ['/contact']"],
    ['title: `Contact |', 'title: `Kontakt |'],
    [
      /description: `Write to.*`/,
      'description: `Schreiben Sie $' +
        '{company.name} in Köln an $' +
        '{company.email}: Wir antworten am selben Tag.`',
    ],
    ["label: 'Contact'", "label: 'Kontakt'"],
    [
      "path: '/privacy'",
      "path: '/datenschutz',\n    former: ['/privacy', '/datenschutz.html', '/recht/datenschutz.html']",
    ],
    ['title: `Privacy Policy |', 'title: `Datenschutz |'],
    [
      "description: 'This site sets no cookies, loads nothing from third parties and keeps no profile of you.'",
      "description: 'Diese Seiten setzen keine Cookies, laden nichts von Dritten und legen kein Profil von Ihnen an.'",
    ],
    ["label: 'Privacy'", "label: 'Datenschutz'"],
  ],
  'shared/routes.tsx': [
    [
      / {2}about: .*/,
      "  services: () => import('./pages/services.tsx'),\n  team: () => import('./pages/team.tsx'),",
    ],
  ],
  'shared/pages/home.tsx': [
    ['"/contact"', '"/kontakt"'],
    ['"/about"', '"/leistungen"'],
    ['Our site is now live', 'Jetzt auch im Netz'],
    [
      'We build data-driven software for small and medium businesses and for consumers. Your data stays with you, and you can leave whenever you like.',
      'Wir bauen Warenwirtschaft für kleine und mittlere Betriebe. Ihre Daten bleiben bei Ihnen, und Sie können jederzeit gehen.',
    ],
    ['Talk to us', 'Angebot anfordern'],
    ['Learn more', 'Mehr erfahren'],
    ['about us', 'über unsere Leistungen'],
    ['Highlights', 'Vorteile'],
    ['Features', 'Grundsätze'],
    ['Your data stays with you', 'Ihre Daten bleiben bei Ihnen'],
    ['What we build runs where you decide, on accounts that you own.', 'Alles läuft dort, wo Sie es wollen.'],
    ['No vendor lock-in', 'Keine Abhängigkeit'],
    [
      'Open formats and documented hand-overs, so that changing your mind costs nothing.',
      'Offene Formate, saubere Übergabe.',
    ],
    ['Never sold', 'Nie verkauft'],
    [
      'Your data is never sold to anyone, whether anonymised or not.',
      'Wir verkaufen keine Daten, auch nicht anonymisiert.',
    ],
    [/<b className="figure">.*<\/b> uptime/, 'Immer erreichbar'],
    ['Software that is there when your customers are.', 'Auch am Samstagabend vor Weihnachten.'],
    ['Fast by default', 'Geschwindigkeit'],
    [
      'Pages that arrive complete and answer at once, on a train as well as on fibre. Speed is designed in from the first commit, and measured on every one after it.',
      'Eine Buchung dauert einen Wimpernschlag, auch im Keller.',
    ],
    ['Secure foundations', 'Informationssicherheit'],
    [
      'Privacy by design, with GDPR and HIPAA compliance kept in mind from the first sketch. We collect what the job needs and nothing else.',
      'Datenschutz von der ersten Skizze an.',
    ],
    ['Apps that behave', 'Benutzerfreundlichkeit'],
    [
      'Software that does what it says, says what it does, and fails politely. Tested on real devices, accessible from the start, quiet when you are not using it.',
      'Was auf dem Knopf steht, geschieht.',
    ],
  ],
  'shared/pages/contact.tsx': [
    ['title="Contact"', 'title="Kontakt"'],
    ['Write to us at', 'Schreiben Sie uns an'],
    ['"/privacy"', '"/datenschutz"'],
    ['Read what becomes of your words', 'Was mit Ihren Worten geschieht'],
  ],
  'shared/pages/privacy.tsx': [
    ['title="Privacy Policy"', 'title="Datenschutz"'],
    ['"/contact"', '"/kontakt"'],
    ['Ask us about your data', 'Fragen Sie uns nach Ihren Daten'],
    [
      'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
      'Diese Seiten setzen keine Cookies.',
    ],
    [
      'Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you and for nothing else.',
      'Wir verkaufen keine Daten.',
    ],
  ],
  'shared/styles/tokens.css': [
    [/--paper: .*/, '--paper: light-dark(oklch(0.98 0.012 95), oklch(0.18 0.02 170));'],
    [/--surface: .*/, '--surface: light-dark(oklch(0.995 0.005 95), oklch(0.2 0.02 170));'],
    [/--raised: .*/, '--raised: light-dark(oklch(1 0 0), oklch(0.235 0.024 170));'],
    [/--ink: .*/, '--ink: light-dark(oklch(0.24 0.04 160), oklch(0.96 0.01 95));'],
    [/--muted: .*/, '--muted: light-dark(oklch(0.4 0.03 160), oklch(0.8 0.02 95));'],
    [/--accent: .*/, '--accent: light-dark(oklch(0.5 0.12 160), oklch(0.78 0.13 160));'],
  ],
  // The form on the page of the team sends to this site.
  'server/policy.ts': [['sources: {},', "sources: { 'form-action': [\"'self'\"] },"]],
  'shared/ui/logo.tsx': [
    [/<path .*\/>/, '<path className="line" d="M3 29V3h26v26z" />'],
    [/<circle .*\/>/, '<path className="team" d="M11 11h10v10H11z" />'],
  ],
  'shared/public/favicon.svg': [
    [
      /<path .*\/>/,
      '<path d="M3 29V3h26v26zM11 11h10v10H11z" fill="none" stroke="currentColor" stroke-width="3"/>',
    ],
  ],
}

/** The photographs that it adds, each with its colours. */
export const pictures = {
  'shared/pages/werkstatt.jpg': ['#f6c177', '#1f2d3d'],
  'shared/pages/lager.png': ['#9ccfd8', '#31748f'],
} as const

/** The files that it removes. */
export const removed = ['shared/pages/about.tsx']

/** What it could do wrong afterwards, and the command that has to refuse it. */
export const damages: { what: string; file: string; edit: Edit; command: string; says: RegExp }[] = [
  {
    what: 'a broken link',
    file: 'shared/pages/services.tsx',
    edit: ['<p>Wir bauen', '<p><a href="/preise">Preise</a> Wir bauen'],
    command: 'npm run prerender',
    says: /\/leistungen: the link to \/preise is dead/,
  },
  {
    what: 'a missing description',
    file: 'shared/pages.ts',
    edit: [/description: 'Drei Generationen.*'/, "description: ''"],
    command: 'npm run prerender',
    says: /pages\.team\.description has 0 characters: write 50 to 160/,
  },
  {
    what: 'a contrast that is too low',
    file: 'shared/styles/tokens.css',
    edit: [/--muted: .*/, '--muted: light-dark(oklch(0.7 0.03 160), oklch(0.8 0.02 95));'],
    command:
      'npm run prerender && npx vitest run tests/look.test.ts -t "puts up no barrier in either scheme"',
    says: /color-contrast/,
  },
  {
    what: 'words that overflow',
    file: 'shared/styles/tokens.css',
    edit: [':root {', 'p { text-wrap: nowrap !important; }\n\n:root {'],
    command: 'npm run prerender && npx vitest run tests/look.test.ts -t "sideways scrolling"',
    says: /\+ +"P /,
  },
]
