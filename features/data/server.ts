import { loaders } from '../../server/site/loaders.ts'
import { createData } from './data.ts'

export const data = createData(loaders)
