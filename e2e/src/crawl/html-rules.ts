import { HtmlValidate } from 'html-validate'
import type { SitePage } from './site-page.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // As React and vite write it, and as HTML reads it: in lower case, `<meta/>`, `srcSet`, `selected=""`.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // An input without a type is one of text, in HTML as in React.
    'no-implicit-input-type': 'off',
    // A page is called what its author calls it: a phone's name, an article's question.
    'long-title': 'off',
    // React's ids begin with `_`, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // The preview of a picture that is still to come is its background, as a data URL.
    'no-inline-style': 'off',
    // A group of checkboxes has one name, as one of radios has.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox'] }],
  },
})

/** What is wrong with the HTML of a page, and where. */
export async function checkHtml({ path, html }: SitePage): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector, line }) => `${path}: ${ruleId}: ${message} (${selector ?? `line ${line}`})`)
}
