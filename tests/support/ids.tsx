import { useId } from 'react'
import { pageIds } from '../../shared/pages.ts'

/** The pages in whose place tests show ids, and an error. */
export const [, withIds = 'home', withThrow = 'home'] = pageIds

const Id = () => <output>{useId()}</output>

/** A page that shows ids of React at several depths of its tree. */
export const Ids = () => (
  <>
    <h1>Ids</h1>
    <Id />
    <section>
      {['a', 'b'].map(key => (
        <Id key={key} />
      ))}
    </section>
  </>
)
