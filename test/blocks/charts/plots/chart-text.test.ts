import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawableText } from '#blocks/charts/plots/chart-text.ts';
import { charactersOf } from '../../../support/charts/font-characters.ts';

const FONTS = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map((file) =>
  charactersOf(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`))),
);

const isDrawn = (text: string) =>
  Array.from(text).every((sign) => FONTS.every((font) => font.has(sign.codePointAt(0) ?? 0)));

describe('text for the font that comes with the app', () => {
  it.each([
    ['words of our own alphabets stay', 'Crème brûlée, łódź, Привет, Ωμέγα, tiếng Việt → −3 €', undefined],
    ['emoji go', '🚀 Builds 🔥 break 👩‍👩‍👧‍👦🇩🇪', 'Builds break'],
    ['Chinese is named', 'React 配置错误，构建失败 when building', 'React [Chinese] when building'],
    ['Japanese is told by its kana', 'ビルドが失敗する', '[Japanese]'],
    ['Korean is named', '빌드가 실패합니다 on CI', '[Korean] on CI'],
    ['words from right to left are named', 'token خطأ في الرمز and שגיאת אסימון', 'token [Arabic] and [Hebrew]'],
    ['wide and bold forms become plain letters', 'ＡＰＩ 𝐛𝐨𝐥𝐝 ﬁle', 'API bold file'],
    ['a letter keeps one accent of a heap', `Z${'\u0301'.repeat(200)}algo`, 'Źalgo'],
    ['what cannot be seen goes', 'a\u0000b\u202ec\u200bd\ue000e\n\tf', 'abcde f'],
    ['half a pair goes', 'half \ud83d a pair', 'half a pair'],
    ['nothing is left of emoji alone', '🚀🔥', ''],
  ])('%s', (_, text, drawn = text) => {
    expect(drawableText(text)).toBe(drawn);
  });

  it('has a glyph for every character that is left, whatever the text', () => {
    const everything = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(everything, (text) => {
        expect(drawableText(text)).toSatisfy(isDrawn);
      }),
    );
  });

  it('has a glyph for every single character it lets pass', () => {
    const living = Array.from({ length: 0x2_0000 }, (_, at) => String.fromCodePoint(at));
    const passed = living.map(drawableText);

    expect(passed.filter((text) => !isDrawn(text))).toEqual([]);
  });

  it('takes no longer for a text without end', () => {
    expect(drawableText('endless '.repeat(1_000_000)).length).toBeLessThanOrEqual(600);
  });
});
