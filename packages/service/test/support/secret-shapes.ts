import { seededRandom } from './seeded-random.ts';

export interface SecretShape {
  name: string;
  text: string;
  /** What must not be left of the text. */
  secret: string;
}

const random = seededRandom(66);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const UPPER = LETTERS.toUpperCase();
const HEX = `${DIGITS}abcdef`;
const ANY = LETTERS + UPPER + DIGITS;

/** Made up at run time, so that nobody who searches for leaked secrets finds one here. */
const made = (length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');

/** A text with the secret where the braces are. */
const shape = (name: string, text: string, secret: string): SecretShape => ({
  name,
  text: text.replace('{}', () => secret),
  secret,
});

const pem = Array.from({ length: 6 }, () => made(64, `${ANY}+/`));
const password = 'Tr0ub4dor&3x';

/** Secrets and personal data in the forms in which people paste them into issues. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  // Vendors
  shape('AWS access key id', 'aws_access_key_id = {}', `AKIA${made(16, `${UPPER}234567`)}`),
  shape('AWS secret', 'aws_secret_access_key = {}', made(40, `${ANY}/+`)),
  shape('GitHub token', 'remote: {} was refused', `ghp_${made(36, ANY)}`),
  shape('GitHub fine-grained token', 'I use {} in CI', `github_pat_${made(82, ANY)}`),
  shape('GitLab token', 'git clone with {} fails', `glpat-${made(20, ANY)}`),
  shape(
    'Slack bot token',
    'token {} returns invalid_auth',
    `xoxb-${made(12, DIGITS)}-${made(12, DIGITS)}-${made(24, ANY)}`,
  ),
  shape(
    'Slack webhook',
    'curl https://hooks.slack.com/services/{}',
    `T${made(8, UPPER)}/B${made(8, UPPER)}/${made(24, ANY)}`,
  ),
  shape('Discord webhook', 'https://discord.com/api/webhooks/{}', `${made(18, DIGITS)}/${made(68, ANY)}`),
  shape('Telegram bot token', 'https://api.telegram.org/bot{}/getMe', `${made(9, '123456789')}:AA${made(33, ANY)}`),
  shape('Google API key', 'maps?foo={}', `AIza${made(35, ANY)}`),
  shape('Google OAuth secret', 'client secret {} is rejected', `GOCSPX-${made(28, ANY)}`),
  shape('Stripe key', 'Stripe.api = {}', `sk_live_${made(24, ANY)}`),
  shape('OpenAI key', 'openai with {} gives 401', `sk-proj-${made(48, ANY)}`),
  shape('Anthropic key', 'claude with {} gives 401', `sk-ant-api03-${made(93, ANY)}AA`),
  shape('Hugging Face token', 'login({})', `hf_${made(34, LETTERS + UPPER)}`),
  shape('npm token', '//npm.example.com/:_authToken={}', `npm_${made(36, ANY)}`),
  shape('PyPI token', 'twine upload -p {}', `pypi-AgEIcHlwaS5vcmc${made(60, ANY)}`),
  shape('SendGrid key', 'sendgrid {} is invalid', `SG.${made(22, ANY)}.${made(43, ANY)}`),
  shape('Mailgun key', 'mailgun: {}', `key-${made(32, HEX)}`),
  shape('Twilio key', 'twilio key {} expired', `SK${made(32, HEX)}`),
  shape('Shopify token', 'shopify: {}', `shpat_${made(32, HEX)}`),
  shape('Linear key', 'linear api returns 400 for {}', `lin_api_${made(40, ANY)}`),
  shape('Databricks token', 'databricks configure with {}', `dapi${made(32, HEX)}`),
  shape('DigitalOcean token', 'doctl auth {}', `dop_v1_${made(64, HEX)}`),
  shape('age key', 'age -d -i: {}', `AGE-SECRET-KEY-1${made(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`),
  shape('Sentry DSN key', 'dsn: https://{}@o1.ingest.sentry.io/2', made(32, HEX)),
  shape('Vault token', 'vault login {}', `hvs.${made(92, ANY)}`),
  shape('Grafana token', 'grafana {} 403', `glsa_${made(32, ANY)}_${made(8, HEX)}`),
  shape('Docker token', 'docker login -u me -p {}', `dckr_pat_${made(27, ANY)}`),
  shape('Notion token', 'notion: {}', `ntn_${made(11, DIGITS)}${made(35, ANY)}`),
  // Keys and tokens without a vendor
  shape('JSON Web Token', 'Authorization: {}', `eyJ${made(30, ANY)}.eyJ${made(60, ANY)}.${made(43, ANY)}`),
  shape('bearer token', 'Authorization: Bearer {}', made(40, ANY)),
  shape('basic credentials', 'Authorization: Basic {}', `${made(27, ANY)}=`),
  shape(
    'PEM key',
    `-----BEGIN RSA PRIVATE KEY-----\n${pem.slice(0, 2).join('\n')}\n{}\n-----END RSA PRIVATE KEY-----`,
    pem[2] ?? '',
  ),
  shape(
    'PEM key on one line',
    `"private_key": "-----BEGIN PRIVATE KEY-----\\n${pem[3]}\\n{}\\n-----END PRIVATE KEY-----\\n"`,
    pem[4] ?? '',
  ),
  shape('PEM key cut off', `-----BEGIN OPENSSH PRIVATE KEY-----\n${pem[5]}\n{}`, made(64, `${ANY}+/`)),
  shape('hex after key', 'the api key {} stopped working', made(32, HEX)),
  shape('hex after secret', 'client secret: {}', made(64, HEX)),
  shape('hex after token', 'our token {} is from May', made(64, HEX)),
  shape('random string', 'it fails with {} since the upgrade', 'q7Zx2Kp9Vw4Rt8Ym1Bn6Lc3Hd5Js0Fg'),
  shape('session cookie', 'Cookie: theme=dark; sessionid={}', made(32, LETTERS + DIGITS)),
  shape('connect.sid cookie', 'Cookie: connect.sid=s%3A{}', `${made(32, ANY)}.${made(43, ANY)}`),
  shape('key in a query', 'GET /v1/items?api_key={}&page=2', made(24, ANY)),
  shape('signed address', 'https://bucket.example.com/f?sig={}', made(43, ANY)),
  // Passwords
  shape('password in an address', 'postgres://app:{}@db.example.com/app', password),
  shape('password of a variable', 'DB_PASSWORD={}', password),
  shape('password in YAML', 'password: "{}"', password),
  shape('password in JSON', '{"user": "ada", "password": "{}"}', password),
  shape('password in a sentence', 'the password is {} if you want to try', password),
  shape('password option', 'psqlx --user app --password {} --host db', password),
  shape('password option with =', 'tool --password={} run', password),
  shape('mysql option', 'mysql -u root -p{} shop', password),
  shape('curl user', 'curl -u ada:{} https://api.example.com', password),
  shape('curl long option', "curl --user 'ada:{}' https://api.example.com", password),
  shape('.netrc', 'machine api.example.com login ada password {}', password),
  shape('sshpass', 'sshpass -p {} ssh host', password),
  shape('password in an XML element', '<server><id>nexus</id><password>{}</password></server>', password),
  shape('password in an XML element of its own lines', '<dbPassword>\n  {}\n</dbPassword>', password),
  shape('key in an XML attribute', '<add key="ApiKey" value="{}" />', password),
  shape('password in an XML entry', '<entry key="db.password">{}</entry>', password),
  shape('pass in an object', 'auth: { user: "ada", pass: "{}" }', password),
  shape('pass of a variable', 'PASS={} ./run', password),
  shape('authorization by token', 'Authorization: Token {}', password),
  shape('authorization without a scheme', '-H "authorization: {}"', password),
  shape('npm _auth', '_auth = {}', password),
  shape('variable of a Dockerfile', 'ENV DB_PASSWORD {}', password),
  shape('setx', 'setx API_KEY {}', password),
  // Personal data
  shape('email address', 'write to {} please', 'ada.lovelace@example.org'),
  shape('email with a tag', 'sent by {}', 'ada+bugs@mail.example.co.uk'),
  shape('international phone', 'call {} to reproduce', '+49 30 901820 12'),
  shape('US phone', 'call {} to reproduce', '(212) 555-0187'),
  shape('IBAN', 'pay to {} failed', 'DE89 3704 0044 0532 0130 00'),
  shape('card number', 'card {} is declined', '4242 4242 4242 4242'),
  shape('social security number', 'SSN {} is shown', '219-09-9999'),
  shape('IPv4 address', 'connect from {} refused', '203.0.113.77'),
  shape('IPv6 address', 'connect from {} refused', '2001:db8:85a3::8a2e:370:7334'),
  shape('home folder', 'at /Users/{}/code/app.ts', 'adalovelace'),
];
