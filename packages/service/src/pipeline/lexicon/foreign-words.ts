/** Small words of other languages that are written large where a sentence begins, or always, and are then taken for names. */
const FOREIGN_WORD_LIST = `
aber als also am an auch auf aus bei beim bin bis bitte da dann das dass dem den der des die dies diese dieser dieses doch du ein
eine einem einen einer eines er es für hat hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im ist ja kein keine können mit nach
nein nicht noch nur oder seit sich sie sind so über um und uns unter vom von vor wann warum was wenn wer wie wir wird wurde zu zum zur
au aux avec ce cette ces dans elle elles est et il ils je la le les leur lui mais merci moi ne nous on ou où par pas pour que qui
sa ses son sont sur tu un une vous
algo con como cuando de del donde el ella ellos en es esta este gracias las los muy más no nosotros para pero por porque que se
si sin su sus tú un una usted ustedes y ya yo
che chi ci come da dei della di dove gli grazie ho io lei loro ma mi nel noi non per più quando questo sono ti tra tuo voi
als dat de deze die dit een er geen het hij hoe ik in is je maar met naar niet nog of om ook op te van voor waar wat we wij zij zijn
`;

/** Lower case, as they stand inside a sentence. */
export const FOREIGN_WORDS: ReadonlySet<string> = new Set(FOREIGN_WORD_LIST.trim().split(/\s+/));
