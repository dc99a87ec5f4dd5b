/** A shorter part of an encoded text would stand in many other texts as well. */
const MIN_ENCODED = 8

const MIN_CHARACTERS = 3

/**
 * Other ways in which a text is often written: composed otherwise, in other case, with its words joined or
 * its lines ended otherwise, with dashes for slashes, and as it is encoded in addresses, JSON and base64. None holds the text
 * itself, nor is held by it.
 */
export function spellingsOf(text: string): string[] {
  const forms = [text.normalize('NFC'), text.normalize('NFD')]
  const lineEnds = ['\n', '\r\n'].map((end) => text.replaceAll(/\r?\n/g, end))
  const spellings = [
    ...forms,
    ...lineEnds,
    ...caseSpellings(text),
    ...joinedSpellings(text),
    ...encodedSpellings(text),
  ]
  return [...new Set(spellings)].filter(
    (each) => each.length >= MIN_CHARACTERS && !each.includes(text) && !text.includes(each),
  )
}

function caseSpellings(text: string): string[] {
  const lower = text.toLowerCase()
  const capitalised = lower.replace(/\p{L}/u, (letter) => letter.toUpperCase())
  const words = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  return [lower, text.toUpperCase(), capitalised, words]
}

function joinedSpellings(text: string): string[] {
  const dashed = text.includes('/') ? [text.replaceAll('/', '-')] : []
  const words = text.split(/[\s_-]+/u).filter((word) => word !== '')
  if (words.length < 2) return dashed
  return [...dashed, ...[' ', '-', '_', ''].map((between) => words.join(between))]
}

function encodedSpellings(text: string): string[] {
  const whole = text.toWellFormed()
  const address = encodeURIComponent(whole)
  const base64 = base64Parts(whole)
  return [
    address,
    address.replaceAll('%20', '+'),
    JSON.stringify(text).slice(1, -1),
    ...base64,
    ...base64.map((part) => part.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

/**
 * The base64 forms of a text, wherever it stands: one for each position of its first byte in a
 * group of three, without the characters that depend on its neighbours.
 */
function base64Parts(text: string): string[] {
  const bytes = new TextEncoder().encode(text)
  return [0, 1, 2].flatMap((before) => {
    const bits = (before + bytes.length) * 8
    const part = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes)).slice(
      Math.ceil((before * 8) / 6),
      Math.floor(bits / 6),
    )
    return part.length >= MIN_ENCODED ? [part] : []
  })
}
