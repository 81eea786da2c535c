import forms from '../styles/forms.css'

/** For a page with a form. React puts the style into the head, before the page is shown. */
export const FormsStyle = () => (
  <style href="forms" precedence="forms">
    {forms}
  </style>
)
