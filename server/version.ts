/** The version of the engine: that of the newest entry in CHANGELOG.md. An upgrade replaces this file. */
export const ENGINE_VERSION = '2.0.0'
