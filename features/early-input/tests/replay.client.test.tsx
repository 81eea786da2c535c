// Text, choices and clicks from before hydration aren't lost.
import { act, cleanup } from '@testing-library/react'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { prepareReplay } from '../client/replay.ts'

let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  cleanup()
})

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const fields = () => [...document.querySelectorAll<Field>('main :is(input, textarea, select)')]
const fieldAt = (place = 0) => fields()[place] as HTMLInputElement
const output = () => document.querySelector('output')?.textContent

/** Shows a page as the server sends it, runs `before`, and then hydrates the page. */
async function visit(page: ReactNode, before: () => unknown, pressed: () => HTMLElement[] = () => []) {
  document.body.innerHTML = `<main>${renderToString(page)}</main>`
  before()
  const { afterHydration } = prepareReplay(new Set(pressed()))
  await act(async () => {
    root = hydrateRoot(document.querySelector('main') as Element, page)
  })
  await act(async () => afterHydration())
}

/** Called with the value of each React event: the text of a field, or whether a box is ticked. */
const onValue = vi.fn<(value: string) => void>()
afterEach(() => onValue.mockReset())
type Event = ChangeEvent<Field>

describe('text typed before hydration is kept, and React gets one event for it, in', () => {
  const Text = () => {
    const [text, setText] = useState('')
    const change = ({ target }: Event) => {
      onValue(target.value)
      setText(target.value)
    }
    return (
      <>
        <input value={text} onChange={change} />
        <output>{text}</output>
      </>
    )
  }
  const Uncontrolled = () => <input defaultValue="a" onChange={({ target }) => onValue(target.value)} />
  const UncontrolledArea = () => (
    <textarea defaultValue={'First\nsecond'} onChange={({ target }) => onValue(target.value)} />
  )

  test.each([
    { kind: 'a controlled input', page: <Text />, typed: 'Ada' },
    { kind: 'an uncontrolled textarea', page: <UncontrolledArea />, typed: 'Another\nline' },
    { kind: 'an input that was emptied', page: <Uncontrolled />, typed: '' },
  ])('$kind', async ({ page, typed }) => {
    await visit(page, () => {
      fieldAt().value = typed
    })
    expect({ value: fieldAt().value, values: onValue.mock.calls.flat() }).toEqual({
      value: typed,
      values: [typed],
    })
  })

  test('the state of a controlled input', async () => {
    await visit(<Text />, () => {
      fieldAt().value = 'Ada'
    })
    expect(output()).toBe('Ada')
  })
})

describe('a choice made before hydration is kept, and React gets one event for it, with', () => {
  const Box = ({ initial }: { initial: boolean }) => {
    const [isTicked, setTicked] = useState(initial)
    const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
      onValue(String(target.checked))
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
    { what: 'a box that was ticked', initial: false, now: true },
    { what: 'a box that was unticked', initial: true, now: false },
  ])('$what', async ({ initial, now }) => {
    await visit(<Box initial={initial} />, () => {
      fieldAt().checked = now
    })
    const shown = { checked: fieldAt().checked, state: output(), values: onValue.mock.calls.flat() }
    expect(shown).toEqual({ checked: now, state: String(now), values: [String(now)] })
  })

  const Radios = () => {
    const [choice, setChoice] = useState('c')
    const change = ({ target }: Event) => {
      onValue(target.value)
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
  test('a radio button instead of another', async () => {
    await visit(<Radios />, () => {
      fieldAt(0).checked = true
    })
    const checked = fields().map(field => field instanceof HTMLInputElement && field.checked && field.value)
    expect({ checked: checked.filter(Boolean), state: output(), values: onValue.mock.calls.flat() }).toEqual({
      checked: ['a'],
      state: 'a',
      values: ['a'],
    })
  })

  const options = ['a', 'b', 'c'].map(value => <option key={value}>{value}</option>)
  const Select = () => {
    const [choice, setChoice] = useState('b')
    const change = ({ target }: Event) => {
      onValue(target.value)
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
    const shown = { value: fieldAt().value, state: output(), values: onValue.mock.calls.flat() }
    expect(shown).toEqual({ value: 'c', state: 'c', values: ['c'] })
  })

  const Several = () => (
    <select
      multiple
      defaultValue={['a']}
      onChange={({ target }) => onValue([...target.selectedOptions].map(({ value }) => value).join())}
    >
      {options}
    </select>
  )
  test('a second option of a select', async () => {
    await visit(<Several />, () => {
      const option = document.querySelectorAll('option')[2]
      if (option) option.selected = true
    })
    expect(onValue.mock.calls.flat()).toEqual(['a,c'])
  })
})

test('React gets an event for a file chosen before hydration, whose field keeps it', async () => {
  const Upload = () => <input type="file" onChange={({ target }) => onValue(target.value)} />
  await visit(<Upload />, () => {
    // jsdom has no way to choose a file.
    Object.defineProperty(fieldAt(), 'value', {
      get: () => 'C:\\fakepath\\plan.pdf',
      set: () => expect.fail(),
    })
  })
  expect(onValue.mock.calls.flat()).toEqual(['C:\\fakepath\\plan.pdf'])
})

test('React gets no event for untouched fields', async () => {
  const change = ({ target }: Event) => onValue(target.name)
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
  expect(onValue.mock.calls.flat()).toEqual([])
})

describe('a button that was pressed before hydration', () => {
  const Counters = () => {
    const [presses, setPresses] = useState<string[]>([])
    return (
      <>
        {['a', 'b'].map(name => (
          <button key={name} type="button" onClick={() => setPresses(before => [...before, name])}>
            {name}
          </button>
        ))}
        <output>{presses.join()}</output>
      </>
    )
  }
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? expect.fail()

  test('is clicked once, in the order of the presses', async () => {
    await visit(
      <Counters />,
      () => {},
      () => [button('b'), button('a')],
    )
    expect(output()).toBe('b,a')
  })

  test('is no longer busy', () => {
    document.body.innerHTML = '<main><button type="button" aria-busy="true">a</button></main>'
    prepareReplay(new Set([button('a')])).afterHydration()
    expect(button('a').ariaBusy).toBeNull()
  })

  test('isn’t clicked if it has left the page', async () => {
    const gone = document.createElement('button')
    const click = vi.spyOn(gone, 'click')
    await visit(
      <Counters />,
      () => {},
      () => [gone],
    )
    expect(click).not.toHaveBeenCalled()
  })
})

describe('when React re-renders the page because an extension', () => {
  const Form = () => {
    const [name, setName] = useState('')
    const [presses, setPresses] = useState(0)
    return (
      <form>
        <h2>A heading</h2>
        <input name="name" value={name} onChange={({ target }) => setName(target.value)} />
        <input name="city" defaultValue="Dublin" />
        <textarea name="words" defaultValue="First" />
        <input name="box" type="checkbox" />
        <input name="choice" type="radio" value="a" defaultChecked />
        <input name="choice" type="radio" value="b" />
        <select name="option">
          <option>a</option>
          <option>b</option>
        </select>
        <button type="button" onClick={() => setPresses(presses + 1)}>
          Press
        </button>
        <output>{`${name}, ${presses}`}</output>
      </form>
    )
  }
  const named = (name: string, value = '') => {
    const selector = `[name=${name}]${value && `[value=${value}]`}`
    return document.querySelector<HTMLInputElement>(selector) ?? expect.fail(selector)
  }
  const written = () => Object.fromEntries(new FormData(document.querySelector('form') ?? undefined))

  test.each([
    { how: 'added a field', change: () => named('name').insertAdjacentHTML('beforebegin', '<input>') },
    { how: 'changed a word', change: () => document.querySelector('h2')?.replaceChildren('Other') },
  ])('has $how, text, choices and presses are carried over', async ({ change }) => {
    document.body.innerHTML = `<main>${renderToString(<Form />)}</main>`
    const old = named('name')
    old.value = 'Ada'
    old.focus()
    old.setSelectionRange(1, 2)
    named('city').value = 'Cork'
    named('words').value = 'Another'
    named('box').checked = true
    named('choice', 'b').checked = true
    named('option').value = 'b'
    change()
    const pressed = new Set(document.querySelectorAll<HTMLElement>('button'))
    const { onMismatch, afterHydration } = prepareReplay(pressed)
    await act(async () => {
      const options = { onRecoverableError: onMismatch }
      root = hydrateRoot(document.querySelector('main') as Element, <Form />, options)
    })
    await act(async () => afterHydration())
    expect(old.isConnected).toBe(false)
    expect(written()).toEqual({
      name: 'Ada',
      city: 'Cork',
      words: 'Another',
      box: 'on',
      choice: 'b',
      option: 'b',
    })
    expect(output()).toBe('Ada, 1')
    const { name, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
    expect({ name, selectionStart, selectionEnd }).toEqual({
      name: 'name',
      selectionStart: 1,
      selectionEnd: 2,
    })
  })
})
