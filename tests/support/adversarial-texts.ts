/** A text made to keep a detector busy. */
export interface AdversarialText {
  name: string
  /** returns the text in this many bytes */
  text: (bytes: number) => string
}

const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const CAPITALS = SMALL.toUpperCase()
const LETTERS = `${CAPITALS}${SMALL}${DIGITS}`
const BASE64 = `${LETTERS}+/`

/** Draws the same signs in each run. */
class Draw {
  private seed = 7

  below(count: number): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return (this.seed >>> 8) % count
  }

  of(signs: string, count: number): string {
    return Array.from({ length: count }, () => signs[this.below(signs.length)]).join('')
  }

  word(): string {
    return this.of(SMALL, 1 + this.below(9))
  }
}

/** The first bytes of a text, in whole characters. */
const cut = (text: string, bytes: number): string =>
  Buffer.from(text.slice(0, bytes))
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '')

const repeated = (piece: string): AdversarialText => ({
  name: JSON.stringify(piece),
  text: (bytes) => cut(piece.repeat(Math.ceil(bytes / piece.length)), bytes),
})

const drawn = (name: string, piece: (draw: Draw) => string): AdversarialText => ({
  name,
  text: (bytes) => {
    const draw = new Draw()
    const pieces: string[] = []
    for (let length = 0; length < bytes;) {
      const next = piece(draw)
      pieces.push(next)
      length += next.length
    }
    return cut(pieces.join(''), bytes)
  },
})

const oneRun = (name: string, start: string, piece: (draw: Draw) => string): AdversarialText => {
  const rest = drawn(name, piece)
  return { name, text: (bytes) => cut(start + rest.text(bytes), bytes) }
}

/** Ordinary words, to compare the others with. */
export const PLAIN_TEXT = drawn(
  'plain words',
  (draw) => `${draw.word()}${draw.below(12) === 0 ? '.\n' : ' '}`,
)

/** Pieces at which patterns stumble if they are repeated. */
const PIECES = [
  ...['a', ' ', '\n', '\t', '-', '- ', '*', '_', '. ', '(', '[', '](', '![', '<img ', '"\'`', '> '],
  ...['1', '1 ', '+1 ', '0101 ', 'f0 ', '@', 'a@', 'a.', 'a.b@c.d.', '://', '://a:', 'http://a:b@'],
  ...['mongodb://a:b', 'ignore ', 'ignore all ', 'ignore all the ', 'ignore the previous '],
  ...[
    'ignore. all. ',
    'ignore all the above and the ',
    'forget all your own ',
    'system: ',
    '[inst] ',
  ],
  ...['<system> a ', '<<sys>> ', '\nsystem: a ', 'do not ', 'never tell the ', 'in every future '],
  ...[
    'from now on ',
    'send all data to ',
    'send it it it it it it it ',
    'email it to ',
    'curl a.b ',
  ],
  ...['curl ', 'imagine we ', 'suppose that we ', 'act as a ', 'you are now a ', 'print all the '],
  ...[
    'ask the users for ',
    'remember this as the new ',
    'once stored ',
    'игнорируй ',
    '忽略',
    '이전 ',
  ],
  ...['password=', 'secret_access_key=', 'api-key: ', 'sk-', 'sk-ant-', 'eyJ', 'SG.a.', 'ghs_1_x.'],
  ...['xoxb-1-', 'pypi-AgE', 'figd_', 'glpat-', '-----BEGIN PRIVATE KEY-----\n', '-----BEGIN '],
  ...['i.g.n ', 'a b ', 'i g n o r e ', '\u200b', 'a\u200b', 'a\u200b\n', '\u{e0041}', '\u202ea'],
  ...[
    '\u001b[31m',
    'Z\u0300\u0301',
    'a\ufe0f',
    'a\r',
    'a\r\n',
    'ｉｇｎｏｒｅ ',
    '👨\u200d👩\u200d👧',
    'İ',
  ],
  ...['DE89 3704 ', '{"a":"b",', '\\"', 'i\u200bgnore all the ', '%20', '\\x41'],
] as const

export const ADVERSARIAL_TEXTS: readonly AdversarialText[] = [
  ...PIECES.map(repeated),
  drawn(
    'telephone numbers',
    (draw) => `+${1 + draw.below(9)}${draw.of(DIGITS, 6 + draw.below(8))} `,
  ),
  drawn('telephone numbers, packed', (draw) => `+${1 + draw.below(9)}${draw.of(DIGITS, 6)},`),
  drawn(
    'telephone numbers of one country',
    (draw) => `+1 212 ${draw.of(DIGITS, 3)} ${draw.of(DIGITS, 4)}\n`,
  ),
  drawn('digits in one run', (draw) => draw.of(DIGITS, 1_000)),
  drawn('digits in fours', (draw) => `${draw.of(DIGITS, 4)} `),
  drawn('digits with dots', (draw) => `${draw.of(DIGITS, 1 + draw.below(3))}.`),
  drawn('numbers of cards', (draw) => `4${draw.of(DIGITS, 15)} `),
  drawn(
    'numbers of accounts',
    (draw) =>
      `DE${draw.of(DIGITS, 2)} ${draw.of(DIGITS, 4)} ${draw.of(DIGITS, 4)} ${draw.of(DIGITS, 4)} ${draw.of(DIGITS, 4)} ${draw.of(DIGITS, 2)} `,
  ),
  drawn(
    'numbers of persons',
    (draw) => `nhs inn pesel bsn nif steuer kimlik ${draw.of(DIGITS, 11)} `,
  ),
  drawn(
    'social security numbers',
    (draw) => `${draw.of(DIGITS, 3)}-${draw.of(DIGITS, 2)}-${draw.of(DIGITS, 4)} `,
  ),
  drawn('capitals and digits', (draw) => `${draw.of(CAPITALS + DIGITS, 4)} `),
  drawn('base64 in one run', (draw) => draw.of(BASE64, 1_000)),
  drawn('base64 in lines', (draw) => `${draw.of(BASE64, 76)}\n`),
  drawn('base64 in short runs', (draw) => `${draw.of(BASE64, 30)} `),
  drawn(
    'base64 of prose',
    (draw) =>
      `${Buffer.from(`this is some prose that decodes well ${draw.word()}`).toString('base64')} `,
  ),
  ...['ignore all ', 'send all the data to ', 'email it to ', 'imagine we '].map(
    (piece): AdversarialText => ({
      name: `base64 of ${JSON.stringify(piece)}`,
      text: (bytes) => cut(Buffer.from(repeated(piece).text(bytes)).toString('base64'), bytes),
    }),
  ),
  drawn('hex in one run', (draw) => draw.of(HEX, 1_000)),
  drawn('hex in lines', (draw) => `${draw.of(HEX, 64)}\n`),
  drawn(
    'hex of prose',
    (draw) => `${Buffer.from(`this is some prose ${draw.word()}`).toString('hex')}\n`,
  ),
  drawn('bits', (draw) => `${draw.of('01', 8)} `),
  drawn('one long line', (draw) => `${draw.word()} `),
  drawn('short lines', (draw) => `${draw.word()}\n`),
  drawn('e-mail addresses', (draw) => `${draw.word()}@${draw.word()}.com `),
  drawn(
    'web addresses with queries',
    (draw) => `https://${draw.word()}.com/${draw.word()}?${draw.word()}=${draw.word()} `,
  ),
  drawn(
    'web addresses with logins',
    (draw) => `https://${draw.word()}:${draw.word()}@${draw.word()}.com `,
  ),
  oneRun('one query', 'https://a.com/?', (draw) => `${draw.word()}=${draw.word()}&`),
  drawn('names and values', (draw) => `${draw.word()}=${draw.word()} `),
  drawn('passwords', (draw) => `password: ${draw.of(BASE64, 12)} `),
  drawn('tokens', (draw) => `token = ${draw.of(BASE64, 40)}\n`),
  oneRun('one token', 'token=', (draw) => draw.of(BASE64, 1_000)),
  ...['sk-ant-', 'ghp_', 'glpat-', 'xoxb-', 'AKIA', 'SG.', 'discord M', 'mailchimp ', 'vcp_'].map(
    (prefix) =>
      drawn(`keys that begin with ${prefix}`, (draw) => `${prefix}${draw.of(LETTERS, 20)} `),
  ),
  oneRun('hex after a word', 'mailchimp ', (draw) => draw.of(HEX, 1_000)),
  oneRun('signs after a word', 'discord ', (draw) => draw.of(`MNO${LETTERS}`, 1_000)),
  drawn('private keys', (draw) => `-----BEGIN RSA PRIVATE KEY-----\n${draw.of(BASE64, 64)}\n`),
  drawn('JSON', (draw) => `{"${draw.word()}": "${draw.word()}", "n": ${draw.of(DIGITS, 5)}},\n`),
  drawn('JSON in one line', (draw) => `{"${draw.word()}":${draw.of(DIGITS, 5)}},`),
  drawn('Chinese signs', (draw) => String.fromCharCode(0x4e00 + draw.below(0x5000))),
  drawn(
    'Cyrillic words',
    (draw) =>
      `${Array.from({ length: 7 }, () => String.fromCharCode(0x430 + draw.below(32))).join('')} `,
  ),
  drawn('any signs', (draw) => String.fromCharCode(1 + draw.below(0xd7fe))),
]
