// What every screen is made with.

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

const link = (href, textContent) => element('a', { href, textContent })

/** A button that shows what goes wrong as a toast. */
function button(textContent, act) {
  return element('button', { type: 'button', textContent, onclick: () => act().catch(error => toast(error.message)) })
}

/** A form of labelled fields; a field's third part is what its element needs beyond a text's. */
function form(fields, submitText, send) {
  const rows = fields.map(([label, name, properties = {}]) => {
    const { options, ...others } = properties
    const field = element(options ? 'select' : 'input', { name, required: true, ...others })
    if (options) field.append(...options.map(([value, text]) => element('option', { value, textContent: text })))
    return element('p', {}, element('label', {}, `${label} `, field))
  })
  const problem = element('p', { role: 'alert' })
  const made = element('form', {}, ...rows, element('button', { textContent: submitText }), problem)
  made.addEventListener('submit', event => {
    event.preventDefault()
    send(Object.fromEntries(new FormData(made))).catch(error => {
      problem.textContent = error.message
    })
  })
  return made
}

function toast(text) {
  document.querySelector('#toasts').append(element('p', { textContent: text }))
}

/** A toast for an answer that says whether it happened, and why not. */
function toastOutcome({ acknowledged, message }, success) {
  toast(acknowledged ? success : message)
}

function show(title, ...children) {
  document.title = `${title} | Second Ring`
  document.querySelector('main').replaceChildren(element('h1', { textContent: title }), ...children)
}
