# ruff: noqa: E501 - lines of text are data here
"""Given and family names, particles, titles and suffixes of many cultures, written for this project."""

from __future__ import annotations

#: Romanised given and family names of cultures that Faker has only in native script, or not at all.
WRITTEN: dict[str, tuple[str, str]] = {
    "chinese": (
        "Wei Fang Jing Min Lei Jun Yan Ling Hui Xin Yu Hao Tao Qiang Mei Ying Xia Bo Chen Dan Feng Gang Hong Jie Kai Lan Li Na Ning Peng Ping "
        "Rui Shan Ting Wen Xiang Xue Yang Yi Yong Yuan Zhen Zhi Xiaoming Xiaoli Jianguo Guoqiang Meiling Yuxuan Zihan Haoran Ruoxi Jiahao Yichen "
        "Siyu Wenjie Zhiwei Lihua Xiuying Weiming Shufen Kwok-Wing Siu-Ming Chi-Keung Wai-Man Ka-Yan Hoi-Ying Pui-Shan",
        "Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Song Tang Han Feng Deng Cao Peng Zeng "
        "Xiao Tian Dong Pan Yuan Cai Jiang Yu Du Ye Cheng Wei Su Lu Ding Ren Shen Yao Zhong Cui Tan Lu Fan Wan Jin Shi Dai Xia Qiu Fang Hou Zou "
        "Xiong Meng Qin Bai Yan Xue Yin Chang Ouyang Sima Wong Chan Lam Cheung Leung Ng Kwok Tsang Lau Yeung Tse Mak Fung Ho Chow Hsu Hsieh Tsai Kuo",
    ),
    "korean": (
        "Minjun Seojun Doyun Jiho Yejun Junseo Hyunwoo Jiwon Seoyeon Minseo Jiwoo Hayoon Sooah Eunji Hyejin Jiyoung Minji Sunhee Youngho Sungmin "
        "Jaehyun Donghyun Kyungsoo Taehyung Seung-hyun Ji-hoon Min-jae Hye-won Soo-jin Eun-ju Young-mi Sang-woo Jae-won Dong-wook Hyun-jung Kyung-hee",
        "Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Yoo Hong Jeon Ko Moon Son Bae Baek Heo Nam Noh Ha Joo Koo",
    ),
    "japanese": (
        "Haruto Yuto Sota Yuki Hayato Haruki Ryusei Koki Sora Sosuke Riku Daiki Kaito Kenji Takashi Hiroshi Akira Satoshi Makoto Kazuki Tsubasa Yui "
        "Rio Yuna Hina Koharu Hinata Mei Mio Saki Miyu Kokona Haruka Rin Akari Yoko Keiko Naoko Tomoko Yumiko Emi Ayumi Chihiro Noriko Shinji Masaru",
        "Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi Matsumoto Inoue Kimura Hayashi "
        "Shimizu Yamazaki Mori Abe Ikeda Hashimoto Yamashita Ishikawa Nakajima Maeda Fujita Ogawa Goto Okada Hasegawa Murakami Kondo Ishii Saito "
        "Sakamoto Endo Aoki Fujii Nishimura Fukuda Ota Miura Fujiwara Okamoto Matsuda Nakagawa Nakano Harada Ono Tamura Takeuchi Kaneko Wada",
    ),
    "arabic": (
        "Mohammed Ahmed Ali Omar Youssef Khaled Hassan Hussein Ibrahim Mustafa Abdullah Abdulrahman Tariq Bilal Karim Samir Nabil Faisal Walid Ziad "
        "Rashid Hamza Anwar Jamal Salim Mahmoud Sami Adel Fadi Rami Fatima Aisha Maryam Khadija Zainab Layla Noor Huda Amal Rania Salma Yasmin Dina "
        "Hanan Samira Nadia Lina Mona Abeer Ghada Reem Dalia Iman Sawsan Abd al-Aziz",
        "Al-Farsi Al-Masri El-Sayed Haddad Khoury Mansour Nasser Saleh Hamdan Khalil Al-Harbi Al-Qahtani Al-Ghamdi Bin Rashid Rahman Aziz Qureshi Farouk "
        "Abdel-Fattah El Amrani Benali Bouzid Cherif Mansouri Tahiri Zerhouni Ben Youssef Al Shehri Al Mutairi Al-Zahrani Barakat Darwish Ghanem Hijazi "
        "Jaber Kassem Mahfouz Naguib Othman Rizk Sabbagh Shaheen Tawfik Yassin Zaki El-Khatib Abu Bakr Abu Hassan",
    ),
    "african": (
        "Kwame Kofi Ama Akosua Abena Yaw Kwesi Efua Chinedu Ngozi Chidi Adaeze Emeka Ifeoma Obinna Uche Olumide Folake Adebayo Temitope Babatunde "
        "Funmilayo Ayodele Titilayo Thabo Sipho Nomvula Zanele Lerato Themba Mandla Nokuthula Tendai Chipo Farai Rutendo Wanjiku Kamau Njeri Otieno "
        "Achieng Mwangi Kiprotich Chebet Juma Neema Baraka Zawadi Mamadou Aminata Ousmane Fatou Moussa Aissatou Ibrahima Mariama Abebe Tigist Haile "
        "Selam Dawit Hiwot Bekele Almaz Nkosana Thandiwe Kagiso Palesa",
        "Mensah Owusu Asante Boateng Osei Appiah Okafor Okonkwo Eze Nwosu Adeyemi Adebayo Ogunleye Balogun Afolabi Oyelaran Nkosi Dlamini Mokoena "
        "Khumalo Ndlovu Moyo Sibanda Chikwanha Mutasa Kamau Mwangi Ochieng Odhiambo Kiplagat Wambui Njoroge Kariuki Mutua Diallo Traore Coulibaly "
        "Keita Diop Ndiaye Sow Toure Camara Tesfaye Gebremariam Alemu Bekele Mbeki Mabaso Zulu Banda Phiri Chanda Mwale Nyambura Abubakar Danjuma",
    ),
    "indian": (
        "Aarav Vivaan Aditya Arjun Rohan Karthik Rajesh Suresh Ramesh Sanjay Vikram Anil Sunil Deepak Manoj Ravi Ashok Prakash Venkatesh Srinivas "
        "Harpreet Gurpreet Manpreet Jaspreet Priya Anjali Neha Pooja Kavita Sunita Lakshmi Meera Divya Shreya Ananya Ishita Nandini Radha Swati "
        "Padmavathi Deepika Sandhya Aishwarya Farhan Imran Zoya Subramaniam Balakrishnan Murugan Thangavel Debashish Sourav Bipasha Rituparna",
        "Sharma Verma Gupta Singh Kumar Patel Shah Mehta Desai Joshi Iyer Iyengar Nair Menon Pillai Reddy Rao Naidu Chowdhury Banerjee Mukherjee "
        "Chatterjee Ghosh Das Bose Sen Dutta Kapoor Khanna Malhotra Chopra Agarwal Bansal Mittal Jain Kulkarni Deshpande Patil Gaikwad Shinde Yadav "
        "Mishra Tiwari Pandey Trivedi Bhatt Thakur Rathore Chauhan Gill Sandhu Dhillon Grewal Khan Ansari Siddiqui Venkataraman Krishnamurthy "
        "Ramachandran Subramanian Natarajan Rajagopalan Perumal Gowda Hegde Shetty",
    ),
    "vietnamese": (
        "Anh Binh Chau Cuong Dung Duc Giang Hai Hanh Hieu Hoa Hung Huong Khanh Lan Linh Long Mai Minh Nam Nga Ngoc Nhung Phuong Quang Quynh Son Thanh "
        "Thao Thu Thuy Trang Trung Tuan Tuyet Van Viet Vinh Xuan Yen Thi Hoa Van Minh Thi Mai Duc Anh",
        "Nguyen Tran Le Pham Hoang Huynh Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly Trinh Dinh Luong Mai Truong Lam Cao Ta",
    ),
    "slavic": (
        "Ivan Dmitri Sergei Alexei Nikolai Vladimir Mikhail Andrei Pavel Oleg Igor Yuri Boris Anatoly Vyacheslav Yaroslav Bohdan Taras Oleksandr "
        "Volodymyr Mykola Olga Natalia Svetlana Irina Tatiana Ekaterina Yulia Oksana Lyudmila Halyna Kateryna Milena Dragan Zoran Goran Milos Jovana "
        "Marek Tomasz Krzysztof Wojciech Zbigniew Agnieszka Malgorzata Katarzyna Zdenek Jiri Vaclav Jaroslav Ludmila Stoyan Krasimir Desislava",
        "Ivanov Petrov Sidorov Kuznetsov Smirnov Volkov Popova Sokolova Morozova Fedorov Kovalenko Shevchenko Bondarenko Tkachenko Melnyk Kravchuk "
        "Kowalski Nowak Wisniewska Wojcik Kaminska Lewandowski Zielinski Szymanska Novak Svoboda Dvorak Novotna Prochazka Horvat Kovacevic Babic Jovanovic "
        "Petrovic Nikolic Djordjevic Stojanovic Dimitrov Georgieva Todorov Hristova Zelenko Mazur Krawczyk Grabowska Hrushevsky Vasilyeva",
    ),
    "nicknames": (
        "Bob Bobby Bill Billy Will Mike Mikey Jim Jimmy Joe Joey Tom Tommy Dave Steve Dan Danny Matt Chris Nick Tony Andy Pete Rick Ricky Dick Ted Ed Eddie "
        "Ben Benji Sam Sammy Alex Max Jack Jake Josh Zach Nate Greg Jeff Ken Kenny Ron Ronnie Don Donnie Larry Jerry Terry Gary Barb Kate Katie Kathy Kim Liz "
        "Beth Betty Sue Suzy Meg Maggie Peggy Jen Jenny Becky Vicky Mandy Abby Gabby Steph Tess Trish Patty Deb Debbie Cindy Sandy Cathy Lori Jill Ellie Nat "
        "Bea Fran Lou Gus Hal Art Ray Roy Al Vince Stan Phil Doug Chuck Hank Walt Rob Jon Dom Leo Theo Ollie Charlie Lexi Izzy Mo Raj Sunny Vicki Randy "
        "Rod Skip Buddy Duke Ace Trey Jojo Coco Gigi Kiki Lulu Mimi Nana Tati Xavi Pepe Paco Nacho Lalo Chuy Beto Kike Misha Sasha Dima Vanya Kolya Masha",
        "",
    ),
    "ambiguous": (
        "Will May Rose Grace Mark Bill Frank Hunter Page Hope Faith Joy Summer April June August Autumn Dawn Eve Ivy Lily Daisy Violet Iris Ruby Pearl Amber "
        "Jade Crystal Melody Harmony Chase Grant Drew Pat Rich Rob Sue Jack Art Gene Miles Cliff Glen Dean Guy Jay Ray Robin Jean Penny Ginger Olive Sage Skye "
        "Destiny Honor Justice Christian Carol Angel Major King Duke Earl Sunny Buddy Chance Ace Brook River Stone Forest Reed Heath Colt Wade Lane Rusty Van "
        "Mercedes Chelsea Madison Austin Dallas Houston Paris London Florence Sydney Brooklyn Georgia Virginia Carolina Dakota Jordan Israel Kenya India China",
        "Young Brown Green White Black Gray King Price Bush Rice Rose Stone Wood Woods Hill Banks Fields Rivers Lake Waters Snow Winter Summers Day Knight Bishop "
        "Pope Abbott Page Cook Baker Butcher Miller Smith Taylor Carter Cooper Mason Fisher Hunter Archer Shepherd Farmer Gardner Porter Ward Chambers Parks "
        "House Church Hall Castle Temple Cross Bell Drum Horn Sharp Swift Strong Wise Good Best Small Short Long Little Rich Power Powers Love Hope Moody Savage "
        "Case Bond Cash Dollar Penny Mint Post Field Marsh Moss Reed Berry Peach Lemon Olive Pepper Salmon Bass Pike Fox Wolf Lyon Bear Crane Drake Swan Finch France England Ireland Holland Poland Israel Jordan Wales Scotland Cornwall London Paris York Kent Lincoln Washington Sales Legal Chief Judge Coach Sergeant Deal Cost Money Silver Gold Diamond Noble Gentle Early Speed Story Read Works Coffee Sugar Salt Bean Rush Waits Going Will May March Monday Friday Christmas Easter Winters Frost Storm Hail",
    ),
}

PARTICLES = (
    "de",
    "van",
    "von",
    "van der",
    "de la",
    "del",
    "di",
    "da",
    "dos",
    "le",
    "la",
    "el",
    "al",
    "bin",
    "ibn",
    "ben",
    "ter",
    "ten",
    "zu",
    "af",
    "O'",
    "Mc",
    "Mac",
    "D'",
    "St.",
)
HONORIFICS = (
    "Mr",
    "Mr.",
    "Mrs",
    "Mrs.",
    "Ms",
    "Ms.",
    "Miss",
    "Dr",
    "Dr.",
    "Prof.",
    "Professor",
    "Sir",
    "Dame",
    "Lord",
    "Lady",
    "Judge",
    "Justice",
    "Senator",
    "Sen.",
    "Rep.",
    "Captain",
    "Capt.",
    "Col.",
    "Sgt.",
    "Rev.",
    "Fr.",
    "Sister",
    "Herr",
    "Frau",
    "Monsieur",
    "Madame",
    "Mme",
    "M.",
    "Señor",
    "Sra.",
    "Don",
    "Doña",
    "Sri",
    "Shri",
    "Smt.",
    "Hon.",
)
SUFFIXES = (
    "Jr.",
    "Jr",
    "Sr.",
    "III",
    "II",
    "PhD",
    "Ph.D.",
    "MD",
    "M.D.",
    "MBA",
    "CPA",
    "Esq.",
    "PMP",
    "RN",
    "CFA",
    "DDS",
)
