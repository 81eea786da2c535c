import words from '../styles/words.css'

/** For a page whose text has more than paragraphs: headings, lists, tables, quotes, code, strong or small words. React puts the style into the head, before the page is shown. */
export const WordsStyle = () => (
  <style href="words" precedence="words">
    {words}
  </style>
)
