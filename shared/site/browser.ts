// This runs only in the browser. Export `afterHydration` to run code once, and `onPageView` to count page views:
// docs/recipes/analytics.md.
export {}
