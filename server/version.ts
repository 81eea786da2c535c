/** The engine's version, as in the newest released entry of CHANGELOG.md. An upgrade replaces this file. */
export const ENGINE_VERSION = '3.0.2'
