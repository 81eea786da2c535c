/** The version of the engine, as in the newest entry of CHANGELOG.md. An upgrade replaces this file. */
export const ENGINE_VERSION = '2.0.0'
