/** The words that were agreed upon, by page. A page without an entry is tested for everything but its words. */
export const copy: Record<string, { heading: string; words: string[] }> = {
  home: {
    heading: 'Your on-demand development team',
    words: [
      'Our site is now live',
      'We build data-driven software for small and medium businesses and for consumers. Your data stays with you, and you can leave whenever you like.',
      'Your data stays with you',
      'What we build runs where you decide, on accounts that you own.',
      'No vendor lock-in',
      'Open formats and documented hand-overs, so that changing your mind costs nothing.',
      'Never sold',
      'Your data is never sold to anyone, whether anonymised or not.',
      '99.95% uptime',
      'Software that is there when your customers are.',
      'Fast by default',
      'Pages that arrive complete and answer at once, on a train as well as on fibre. Speed is designed in from the first commit, and measured on every one after it.',
      'Secure foundations',
      'Privacy by design, with GDPR and HIPAA compliance kept in mind from the first sketch. We collect what the job needs and nothing else.',
      'Apps that behave',
      'Software that does what it says, says what it does, and fails politely. Tested on real devices, accessible from the start, quiet when you are not using it.',
    ],
  },
  about: {
    heading: 'About',
    words: [
      'is an on-demand development team. We join you for as long as there is something worth building, and hand everything over when it is done.',
      'We work with small and medium businesses, and with people who have an idea for a product of their own. Most of what we build has data at its heart: collecting it carefully, keeping it safe, and turning it into decisions.',
    ],
  },
  contact: { heading: 'Contact', words: ['Write to us at'] },
  privacy: {
    heading: 'Privacy Policy',
    words: [
      'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
      'Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you and for nothing else.',
    ],
  },
}

/** The labels of the menus, in their order. Pages that are added later may stand between them. */
export const labels = {
  Main: ['Home', 'About', 'Contact', 'Privacy'],
  Mobile: ['Home', 'About', 'Contact', 'Privacy', 'Members'],
  Footer: ['Privacy', 'About', 'Contact'],
}
