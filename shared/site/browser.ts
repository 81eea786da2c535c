// Runs in the browser alone. Export `afterHydration` for what runs once, and `onPageView` to count page views, as
// docs/recipes/analytics.md says.
export {}
