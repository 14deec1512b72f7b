"""Makes inter-regular.ts and inter-semibold.ts out of Inter 4.001 as the npm package @fontsource/inter 5.3.0 ships it.

Usage: pip install fonttools brotli; npm pack @fontsource/inter@5.3.0 (unpacked); python3 build.py FOLDER-OF-THE-WOFF2-FILES

Keeps one outline per character, without composites and hints, with figures of equal width, in the order of the characters:
glyph n is the nth character of CODE_POINTS (glyph 0 is the box for a missing one).
"""
import base64, io, sys
from pathlib import Path
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.pens.recordingPen import DecomposingRecordingPen

PARTS = ["latin", "latin-ext", "greek"]


def wanted(code: int) -> bool:
    return 0x20 <= code < 0x7F or 0xA0 <= code < 0x180 or 0x386 <= code < 0x3D0 or 0x2010 <= code < 0x2040 or code in (
        0x192, 0x218, 0x219, 0x21A, 0x21B, 0x2DA, 0x2DC, 0x20AC, 0x20BF, 0x2116, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0xFFFD)


def tabular(font: TTFont) -> dict[str, str]:
    gsub = font["GSUB"].table if "GSUB" in font else None
    if gsub is None:
        return {}
    found = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for sub in gsub.LookupList.Lookup[index].SubTable:
                    found.update(getattr(sub, "ExtSubTable", sub).mapping)
    return found


def build(folder: Path, weight: int, name: str, constant: str) -> None:
    fonts = [TTFont(folder / f"inter-{part}-{weight}-normal.woff2") for part in PARTS]
    glyphs: dict[int, tuple[Glyph, int]] = {}
    for font in fonts:
        equal, shapes = tabular(font), font.getGlyphSet()
        for code, glyph in font.getBestCmap().items():
            if not wanted(code) or code in glyphs:
                continue
            if chr(code) in "0123456789":
                glyph = equal.get(glyph, glyph)
            recording = DecomposingRecordingPen(shapes)
            shapes[glyph].draw(recording)
            pen = TTGlyphPen(None)
            recording.replay(pen)
            glyphs[code] = (pen.glyph(), font["hmtx"][glyph][0])
    base = fonts[0]
    codes = sorted(glyphs)
    missing = TTGlyphPen(None)
    base.getGlyphSet()[".notdef"].draw(missing)
    order = [".notdef"] + [f"u{code:04X}" for code in codes]
    glyf, hmtx = newTable("glyf"), newTable("hmtx")
    glyf.glyphs = {".notdef": missing.glyph()} | {f"u{code:04X}": glyphs[code][0] for code in codes}
    glyf.glyphOrder = order
    hmtx.metrics = {".notdef": (base["hmtx"][".notdef"][0], 0)}
    for code in codes:
        glyph, advance = glyphs[code]
        glyph.recalcBounds(glyf)
        hmtx.metrics[f"u{code:04X}"] = (advance, getattr(glyph, "xMin", 0))
    for tag in list(base.keys()):
        if tag not in ("head", "hhea", "maxp", "OS/2", "GlyphOrder"):
            del base[tag]
    cap = base["OS/2"].sCapHeight
    del base["OS/2"]
    base.setGlyphOrder(order)
    base["glyf"], base["hmtx"], base["loca"] = glyf, hmtx, newTable("loca")
    base["maxp"].numGlyphs = len(order)
    base["head"].modified = base["head"].created
    base.recalcTimestamp = False
    base.flavor = None
    out = io.BytesIO()
    base.save(out)
    data = base64.b64encode(out.getvalue()).decode()
    ranges: list[list[int]] = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    text = ",".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in ranges)
    Path(__file__).with_name(name).write_text(
        "// Holds Inter, prepared by build.py; licence in LICENSE.txt.\n"
        f"/** Hexadecimal ranges of characters; the nth character is glyph n. */\nexport const CODE_POINTS =\n  \"{text}\";\n"
        f"/** A TrueType file in base64, without cmap. */\nexport const {constant} =\n  \"{data}\";\n")
    print(name, len(order), "glyphs", len(out.getvalue()), "bytes, cap height", cap, "ascent", base["hhea"].ascent)


build(Path(sys.argv[1]), 400, "inter-regular.ts", "OUTLINES")
build(Path(sys.argv[1]), 600, "inter-semibold.ts", "OUTLINES")
