import type { Random } from './parts/random.ts';

/**
 * What people mention in passing: the words of other pains, which make a post look like what it is not. Nobody complains here.
 */
const ASIDES: readonly string[] = [
  'We moved from Jenkins to GitHub Actions in spring, in case that matters.',
  'The rest of our stack is Postgres, Redis and a bit of Kafka.',
  'We are a team of six with a Kubernetes cluster we did not ask for.',
  'Login is done by Keycloak, which works fine.',
  'Our front end is React, rendered on the server by Next.',
  'Most of the code base is TypeScript with some Go.',
  'Tests run in Jest and Playwright, both are fine.',
  'Terraform state lives in S3, not that it matters here.',
  'I asked a language model first and it invented an option.',
  'We have traces in Jaeger and logs in Loki, neither helps here.',
  'The database is a managed Postgres with one replica.',
  'Deployments go through Argo and take a few minutes.',
  'Please no "use another editor" answers, I am on VS Code.',
  'The repository is a monorepo with pnpm and Turborepo.',
  'We ship Docker images built in CI, nothing unusual.',
  'The API in question is plain REST with JSON and tokens.',
  'Webhooks and queues are out of the picture here.',
  'Secrets come from Vault, certificates from cert-manager.',
  'There is a cache in front, I have ruled it out.',
  'Behind nginx and a load balancer, like everybody.',
  'No alert fired, no dashboard moved.',
  'It is not a rate limit, I checked the headers.',
  'This is not about a slow query, the index is used.',
  'Security scanned the same release and was happy.',
  'Mobile app and browser extension behave the same.',
  'Same lockfile, same image, same cluster on both sides.',
  'Rolled back once, rolled forward again, no difference.',
  'Staging shows it less often than production.',
  'The log has nothing but a timeout somewhere else.',
  'Our agent framework is in Python, the service in Java.',
  'Yes, I restarted the pod, the runner and my laptop.',
  'Yes, the token is valid and the clock is right.',
  'Accessibility review and audit are next month, so time is short.',
  'We pay for the enterprise plan, support took four days to answer.',
  'I have read the migration guide twice.',
  'A colleague on Windows sees the same, one on Linux does not.',
  'Pinning the previous release is what we do for now.',
  'The trace, the config and the schema are in the gist.',
  'We use feature flags, they are all off.',
  'There is a retry with backoff around everything.',
];

const PRODUCTS = (
  'Node:22 Postgres:16 Kubernetes:1.31 Docker:27 Chrome:131 Safari:18 Python:3.13 Java:21 React:19 Redis:7.4 nginx:1.27 ' +
  'Terraform:1.10 TypeScript:5.7 Go:1.23 Kafka:3.9 Helm:3.16 pnpm:9 Firefox:133 Android:15 iOS:18 Git:2.47 Rust:1.83'
).split(' ');

export function drawAside(random: Random): string {
  return random.pick(ASIDES);
}

/** What an issue form asks for, wanted or not: "Node 22, Postgres 16, Chrome 131". */
export function drawVersions(random: Random): string {
  const products = random.sample(PRODUCTS, 2 + random.below(4));
  return products.map((product) => product.replace(':', ' ')).join(', ');
}
