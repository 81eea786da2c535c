import type { Express } from 'express'

// The types for the values in server/site/: endpoints, the policy, and a function that makes stylesheets.

/** Functions for endpoints. Features add theirs: https://www.typescriptlang.org/docs/handbook/declaration-merging.html */
// biome-ignore lint/suspicious/noEmptyInterface: Features add to it.
export interface EndpointHelpers {}

/** Adds endpoints to the application. It may be async: the server listens once all of them are added. */
export type Endpoints = (app: Express, helpers: EndpointHelpers) => unknown

/** The exceptions from the strict policy, in server/site/policy.ts. */
export interface Allowed {
  /**
   * For the content security policy: { 'form-action': ["'self'"], 'frame-src': ['https://maps.example.com'] }. `false`
   * removes a directive of Trusted Types.
   */
  sources: { readonly [directive in Directive]?: readonly string[] } & {
    readonly [directive in Removable]?: readonly string[] | false
  }
  /** For Permissions-Policy: { fullscreen: ['self', 'https://video.example.com'] } */
  features: { readonly [feature: string]: readonly string[] }
  /** HTML in every page's head: '<script src="https://stats.example.com/count.js" async></script>' */
  scripts: string
}

type Directive =
  | 'script-src'
  | 'script-src-elem'
  | 'script-src-attr'
  | 'style-src'
  | 'style-src-elem'
  | 'style-src-attr'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'form-action'
  | 'frame-src'
  | 'child-src'
  | 'worker-src'
  | 'manifest-src'
  | 'media-src'
  | 'object-src'

type Removable = 'require-trusted-types-for' | 'trusted-types'

/**
 * Transforms a stylesheet; server/site/styles.ts exports it. Returns CSS, or CSS and the files it depends on: an edit to one of
 * those runs it again, as does any edit in client/, server/ and shared/. `file` is an absolute path.
 */
export type TransformStyle = (css: string, file: string) => TransformedStyle | Promise<TransformedStyle>

export type TransformedStyle = string | { css: string; dependencies: readonly string[] }
