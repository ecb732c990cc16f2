import type { NoiseTemplate } from './noise-template.ts';

/** The same small talk in other languages: one post each, so none of them is a signal. */
export const FOREIGN: readonly NoiseTemplate[] = [
  [
    'Welche Schriftart nutzt ihr im Terminal?',
    'Ich suche etwas mit klar unterscheidbarer Null. Gerne auch kostenpflichtig, {number} Euro wären in Ordnung.',
  ],
  ['Stammtisch in {city}', 'Wir treffen uns wieder am {number}. im Hinterzimmer, wer bringt den Beamer mit?'],
  ['¿Algún libro para empezar con {language}?', 'Vengo del mundo de la música y tengo poco tiempo por las noches.'],
  ['Busco compañero para una charla sobre ajedrez', 'Sería en {city}, unas {number} personas, nada formal.'],
  ['Qual é o teclado mais silencioso?', 'Partilho o escritório com {number} pessoas e um papagaio.'],
  ['Merci à toute l’équipe', 'Votre travail a sauvé mon week-end. Je vous dois un café si vous passez à {city}.'],
  ['Petit sondage: clair ou sombre?', 'Chez nous c’est {number} contre deux, et le chat s’abstient.'],
  ['おすすめの入門書を教えてください', '{language} を独学で始めました。週末に {number} 時間ほど勉強しています。'],
  ['大家周末都在做什么项目？', '我在用 {language} 写一个记录观鸟的小程序，欢迎交流。'],
  ['Кто едет на встречу в {city}?', 'Есть {number} мест в машине, везём пироги и старый проектор.'],
  ['Polecacie jakiś kurs {language}?', 'Najlepiej po polsku, mam {number} wieczorów do wykorzystania.'],
  ['Bugün ne öğrendiniz?', 'Ben {language} ile küçük bir satranç saati yaptım, {number} satır.'],
];
