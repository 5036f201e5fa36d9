// report_pixels.js - check a screenshot #shot of a report: for each box of
// `boxes` (lines of report_layout.js) print a line that says whether it is
// visible there.
onload = () => {
    const shot = document.querySelector("#shot");
    const canvas = document.createElement("canvas");
    canvas.width = shot.width; canvas.height = shot.height;
    const context = canvas.getContext("2d");
    context.drawImage(shot, 0, 0);

    // The share of a rectangle's pixels with another colour than its first one.
    const ink = (x, y, width, height) => {
        const image = context.getImageData(x, y, width, height);
        const pixel = new Uint32Array(image.data.buffer);
        return pixel.filter(p => p !== pixel[0]).length / pixel.length;
    };
    const inside = 4; // of a box's own lines
    const say = boxes.trim().split("\n").map(line => {
        const [, what, x, y, width, height] = line.split(" ");
        if (what === "page") // its margins: nothing was cut off there
            return `margins ${ink(0, 0, 8, +height) === 0 &&
                ink(width - 8, 0, 8, +height) === 0}`;
        return `${what} ${ink(+x + inside, +y + inside, width - 2 * inside,
            height - 2 * inside) > 0.005}`;
    });
    const told = document.body.appendChild(document.createElement("pre"));
    told.textContent = "\n" + say.join("\n") + "\n";
};
