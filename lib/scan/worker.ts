import { scanText } from './scan-text'

/* What the scanner's thread runs, bundled by scripts/bundle-workers.mjs with the libraries it uses. */

// The first scan of a process takes longest: not the one that somebody waits for.
scanText({ path: '/', content: 'A line. https://a.example key +1 secret' })

export default scanText
