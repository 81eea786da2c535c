import { useId } from 'react'

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
