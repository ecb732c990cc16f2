const SHORT_CODE_LINES = 3;
const ERROR_LINES = 3;
const IDENTIFIERS = 12;
const LINE_LENGTH = 200;

const ERROR =
  /error|exception|fail|fatal|panic|denied|refused|timed? ?out|cannot|undefined|unauthori[sz]ed|forbidden|killed|overflow/i;

/** An identifier: it has a hump, an underscore or a dot inside. */
const IDENTIFIER = /\b[A-Za-z][A-Za-z0-9]*(?:[a-z0-9][A-Z]|[._][A-Za-z])[A-Za-z0-9._]{0,60}/g;

/** Timestamp of a log line. */
const LOG_PREFIX = /^[\s[(]*\d[\d\-/:.,TZ+\s]{5,40}[\])]?\s*/;

/** Reduces code or logs to error lines and identifiers. */
export function reduceCode(code: string): string {
  const lines = code
    .split('\n')
    .map((line) => line.replace(LOG_PREFIX, '').trim())
    .filter((line) => line !== '');
  if (lines.length <= SHORT_CODE_LINES) return lines.map((line) => line.slice(0, LINE_LENGTH)).join(' ');
  const errors = [...new Set(lines.filter((line) => ERROR.test(line)).map((line) => line.slice(0, LINE_LENGTH)))];
  const shown = errors.slice(0, ERROR_LINES).join(' ');
  const names = new Set(lines.join('\n').match(IDENTIFIER) ?? []);
  const others = [...names].filter((name) => !shown.includes(name)).slice(0, IDENTIFIERS);
  return [shown, ...others].join(' ').trim();
}

/** A line of program output: a stack frame, a log level or a timestamp. */
const LOG_LINE =
  /^(?:at [\w.$<>/]{3,}|caused by:|\.\.\. \d+ more|file "[^"]{1,300}", line \d|traceback |\[?(?:error|warn|warning|info|debug|trace|fatal)\b[\]: ]|\[ ?\d{1,6}(?:\.\d+)?s\]|[\s[(]{0,3}\d{4}-\d\d-\d\d[t ]\d\d:\d\d|\d\d:\d\d:\d\d[ .,]|#\d{1,3} +0x|\d{2}\/\d{2}\/\d{2} \d\d:)/i;

/** The text with each unfenced run of log lines reduced like code. */
export function reduceLogs(text: string): string {
  const kept: string[] = [];
  let log: string[] = [];
  const endLog = () => {
    if (log.length > 0) kept.push(reduceCode(log.join('\n')));
    log = [];
  };
  for (const line of text.split('\n')) {
    if (LOG_LINE.test(line)) log.push(line);
    else if (log.length === 0 || line !== '') {
      endLog();
      kept.push(line);
    }
  }
  endLog();
  return kept.join('\n');
}
