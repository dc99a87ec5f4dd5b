// Parses Markdown in its own thread, for lib/markdown/markdown-tree: some Markdown of 100 KB takes
// minutes (`*a_ …`), and the parser cannot be interrupted.
import { parentPort } from 'node:worker_threads'
import { parseMarkdown } from '../text/parse-markdown.mjs'

parentPort.on('message', (content) => parentPort.postMessage(parseMarkdown(content)))
