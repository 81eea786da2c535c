// What the visitor has typed, chosen or clicked before hydration is not lost.
import { act, cleanup } from '@testing-library/react'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { prepareReplay } from '../../client/replay.ts'

let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  cleanup()
})

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const fields = () => [...document.querySelectorAll<Field>('main :is(input, textarea, select)')]
const fieldAt = (place = 0) => fields()[place] as HTMLInputElement
const output = () => document.querySelector('output')?.textContent

/** Shows a page as the server sends it, lets the visitor do something, and then hydrates it. */
async function visit(page: ReactNode, before: () => unknown, clicked?: () => HTMLElement) {
  document.body.innerHTML = `<main>${renderToString(page)}</main>`
  before()
  const replay = prepareReplay({ clicked: clicked?.() })
  await act(async () => {
    root = hydrateRoot(document.querySelector('main') as Element, page)
  })
  await act(async () => replay())
}

/** What an event of React carries: the text of a field, or which boxes are ticked. */
const told = vi.fn<(value: string) => void>()
afterEach(() => told.mockReset())
type Event = ChangeEvent<Field>

describe('what was typed before hydration stays, and React is told of it once, in', () => {
  const Text = () => {
    const [text, setText] = useState('')
    const change = ({ target }: Event) => {
      told(target.value)
      setText(target.value)
    }
    return (
      <>
        <input value={text} onChange={change} />
        <output>{text}</output>
      </>
    )
  }
  const Uncontrolled = () => <input defaultValue="a" onChange={({ target }) => told(target.value)} />
  const Area = () => {
    const [text, setText] = useState('First\nsecond')
    const change = ({ target }: Event) => {
      told(target.value)
      setText(target.value)
    }
    return <textarea value={text} onChange={change} />
  }
  const UncontrolledArea = () => (
    <textarea defaultValue={'First\nsecond'} onChange={({ target }) => told(target.value)} />
  )
  const Search = () => <input type="search" onInput={({ currentTarget }) => told(currentTarget.value)} />

  test.each([
    { kind: 'a controlled input', page: <Text />, typed: 'Ada' },
    { kind: 'an uncontrolled input', page: <Uncontrolled />, typed: 'Ada' },
    { kind: 'a controlled textarea', page: <Area />, typed: 'Another\nline' },
    { kind: 'an uncontrolled textarea', page: <UncontrolledArea />, typed: 'Another\nline' },
    { kind: 'an input with onInput', page: <Search />, typed: 'Ada' },
    { kind: 'an input that was emptied', page: <Uncontrolled />, typed: '' },
  ])('$kind', async ({ page, typed }) => {
    await visit(page, () => {
      fieldAt().value = typed
    })
    expect({ value: fieldAt().value, told: told.mock.calls.flat() }).toEqual({ value: typed, told: [typed] })
  })

  test('the state of a controlled input', async () => {
    await visit(<Text />, () => {
      fieldAt().value = 'Ada'
    })
    expect(output()).toBe('Ada')
  })
})

test('what is typed into a textarea while React hydrates the page stays, and React is told of it', async () => {
  const Area = () => <textarea defaultValue="First" onChange={({ target }) => told(target.value)} />
  document.body.innerHTML = `<main>${renderToString(<Area />)}</main>`
  const replay = prepareReplay({})
  await act(async () => {
    root = hydrateRoot(document.querySelector('main') as Element, <Area />)
    fieldAt().value = 'Another' // React has not come to the textarea yet, and does at this event.
    fieldAt().dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  await act(async () => replay())
  expect({ value: fieldAt().value, told: told.mock.lastCall }).toEqual({
    value: 'Another',
    told: ['Another'],
  })
})

describe('what was chosen before hydration stays, and React is told of it once, with', () => {
  const Box = ({ initial }: { initial: boolean }) => {
    const [isTicked, setTicked] = useState(initial)
    const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
      told(String(target.checked))
      setTicked(target.checked)
    }
    return (
      <>
        <input type="checkbox" checked={isTicked} onChange={change} />
        <output>{String(isTicked)}</output>
      </>
    )
  }
  test.each([
    { what: 'a box that is ticked', initial: false, now: true },
    { what: 'a box whose tick is taken away', initial: true, now: false },
  ])('$what', async ({ initial, now }) => {
    await visit(<Box initial={initial} />, () => {
      fieldAt().checked = now
    })
    const shown = { checked: fieldAt().checked, state: output(), told: told.mock.calls.flat() }
    expect(shown).toEqual({ checked: now, state: String(now), told: [String(now)] })
  })

  const Radios = ({ initial }: { initial: string }) => {
    const [choice, setChoice] = useState(initial)
    const change = ({ target }: Event) => {
      told(target.value)
      setChoice(target.value)
    }
    return (
      <>
        {['a', 'b', 'c'].map(value => (
          <input
            key={value}
            type="radio"
            name="choice"
            value={value}
            checked={value === choice}
            onChange={change}
          />
        ))}
        <output>{choice}</output>
      </>
    )
  }
  test.each([
    { initial: 'a', chosen: 'b' },
    { initial: 'c', chosen: 'a' },
    { initial: '', chosen: 'c' },
  ])('the radio button $chosen in place of "$initial"', async ({ initial, chosen }) => {
    await visit(<Radios initial={initial} />, () => {
      for (const field of fields())
        if (field.value === chosen) fieldAt(fields().indexOf(field)).checked = true
    })
    const checked = fields().map(field => field instanceof HTMLInputElement && field.checked && field.value)
    expect({ checked: checked.filter(Boolean), state: output(), told: told.mock.calls.flat() }).toEqual({
      checked: [chosen],
      state: chosen,
      told: [chosen],
    })
  })

  const options = ['a', 'b', 'c'].map(value => <option key={value}>{value}</option>)
  const Select = () => {
    const [choice, setChoice] = useState('b')
    const change = ({ target }: Event) => {
      told(target.value)
      setChoice(target.value)
    }
    return (
      <>
        <select value={choice} onChange={change}>
          {options}
        </select>
        <output>{choice}</output>
      </>
    )
  }
  test('an option of a select', async () => {
    await visit(<Select />, () => {
      fieldAt().value = 'c'
    })
    const shown = { value: fieldAt().value, state: output(), told: told.mock.calls.flat() }
    expect(shown).toEqual({ value: 'c', state: 'c', told: ['c'] })
  })

  const Several = () => (
    <select
      multiple
      defaultValue={['a']}
      onChange={({ target }) => told([...target.selectedOptions].map(({ value }) => value).join())}
    >
      {options}
    </select>
  )
  test('a second option of a select', async () => {
    await visit(<Several />, () => {
      const option = document.querySelectorAll('option')[2]
      if (option) option.selected = true
    })
    expect(told.mock.calls.flat()).toEqual(['a,c'])
  })
})

test('a chosen file stays, and React is told of it', async () => {
  const Upload = () => <input type="file" onChange={({ target }) => told(target.value)} />
  await visit(<Upload />, () => {
    // jsdom has no way to choose a file.
    Object.defineProperty(fieldAt(), 'value', {
      get: () => 'C:\\fakepath\\plan.pdf',
      set: () => expect.fail(),
    })
  })
  expect(told.mock.calls.flat()).toEqual(['C:\\fakepath\\plan.pdf'])
})

test('React is told nothing of fields that nobody has touched', async () => {
  const change = ({ target }: Event) => told(target.name)
  const Untouched = () => (
    <>
      <input name="text" defaultValue="a" onChange={change} />
      <input name="e-mail" type="email" defaultValue=" a@b.example " onChange={change} />
      <input name="range" type="range" onChange={change} />
      <input name="colour" type="color" onChange={change} />
      <input name="number" type="number" defaultValue="none" onChange={change} />
      <input name="hidden" type="hidden" value="a" onChange={change} />
      <input name="file" type="file" onChange={change} />
      <input name="box" type="checkbox" defaultChecked onChange={change} />
      <input name="radio" type="radio" defaultChecked onChange={change} />
      <textarea name="area" defaultValue={'\na\n'} onChange={change} />
      <select name="select" onChange={change}>
        <option disabled>Choose</option>
        <option>a</option>
      </select>
      <select name="several" multiple defaultValue={['a', 'b']} onChange={change}>
        <option>a</option>
        <option>b</option>
      </select>
    </>
  )
  await visit(<Untouched />, () => {})
  expect(told.mock.calls.flat()).toEqual([])
})

describe('the button that was clicked before hydration', () => {
  const Counter = () => {
    const [count, setCount] = useState(0)
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    )
  }
  const button = () => document.querySelector<HTMLElement>('main button') ?? expect.fail()

  test('is clicked once', async () => {
    await visit(<Counter />, () => {}, button)
    expect(button().textContent).toBe('1')
  })

  test('is not clicked where it is gone', async () => {
    const gone = document.createElement('button')
    const click = vi.spyOn(gone, 'click')
    await visit(
      <Counter />,
      () => {},
      () => gone,
    )
    expect(click).not.toHaveBeenCalled()
  })
})
