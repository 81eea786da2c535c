import { vi } from 'vitest'

// Before each file of the client's tests, which share a process: the modules of the project are loaded anew, since a file
// may replace some of them (vi.mock). Those of packages, such as React, stay, and so does the `screen` of Testing Library,
// which would look into the document of an earlier file: within(document.body) looks into this one.
vi.resetModules()
